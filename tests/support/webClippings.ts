import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Draft, defineSource, type Source } from '../../main/src/services/context/index.ts'

const prefix = 'clippings/'

interface Clipping extends Draft {
  readonly shared: number
}

/** Text files that an author cut out of the web, those that share words with the text at the cursor. */
export function createWebClippings(folder: string): Source {
  const read = async (path: string) => readFile(join(folder, path.slice(prefix.length)), 'utf8')
  return defineSource<Clipping>({
    name: 'webClippings',
    display: { name: { zh: '剪报', en: 'Clipping' }, card: 'title' },
    layer: 'retrieved',
    place: 6,
    stability: 'scene',
    shrinkSteps: [{ step: 'head', cutOrder: 1, boundary: 'paragraph' }],
    missing: { code: 'FILE_UNREADABLE', params: { path: prefix, cause: 'clippings' } },
    label: ({ title }, language) => `${language === 'zh' ? '剪报' : 'Clipping'} · ${title}`,
    score: ({ shared }) => 0.5 * shared,
    async read({ projectId, before }) {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.txt')).sort()
      const all = await Promise.all(
        names.map(async (name): Promise<Clipping> => {
          const path = prefix + name
          const word = name.replace('.txt', '')
          return {
            ref: { path },
            storeId: projectId,
            title: word,
            text: await read(path),
            shared: before.text.includes(word) ? 1 : 0,
            reason: { code: 'given', params: { text: `正文里提到「${word}」` } },
          }
        }),
      )
      return all.filter(({ shared }) => shared > 0)
    },
    async reread({ path }) {
      return path.startsWith(prefix) ? { text: await read(path) } : undefined
    },
  })
}
