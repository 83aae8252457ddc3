import type { wordLists as wordListsChannels } from '../contract/wordLists.ts'
import type { WordLists } from '../services/wordLists/index.ts'
import type { Handlers } from './router.ts'

/** `wordLists:*`: typos and sensitive words. */
export function wordListsHandlers({
  wordLists,
}: {
  readonly wordLists: WordLists
}): Handlers<typeof wordListsChannels> {
  return {
    'wordLists:list': async () => wordLists.list(),
    'wordLists:import': ({ name, kind, base64 }) =>
      wordLists.import({ name, kind, bytes: Buffer.from(base64, 'base64') }),
    'wordLists:add': ({ word, right }) => wordLists.add({ word, right }),
    'wordLists:set': ({ listId, isOn }) => wordLists.turn(listId, isOn),
    'wordLists:remove': ({ listId, word }) =>
      word === undefined ? wordLists.remove(listId) : wordLists.removeWord(listId, word),
    'wordLists:restore': () => wordLists.restore(),
    'wordLists:matches': async ({ projectId, text }) => ({
      matches: [...wordLists.matches(projectId, text)],
    }),
    'wordLists:ignore': async ({ projectId, line, from, to }) => {
      await wordLists.ignore(projectId, line, from, to)
      return {}
    },
    'wordLists:search': ({ projectId, kind }, { signal }) => wordLists.search(projectId, kind, signal),
  }
}
