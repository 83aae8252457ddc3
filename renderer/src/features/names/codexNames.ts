import type { Extension } from '@codemirror/state'
import type { Ipc } from '../../ipc/types.ts'
import { type NameCardOptions, nameCards } from './nameCard.ts'
import { nameMarks } from './nameMarks.ts'

export type NameWords = NameCardOptions['labels']

export interface CodexNamesOptions {
  readonly ipc: Ipc
  /** The chapter that is shown. */
  readonly currentPlace: () => { readonly projectId: string; readonly documentId: string } | null
  readonly open: (entityId: string) => void
  readonly labels: NameWords
}

/** Names of the codex in the text, underlined, each with its card. */
export const codexNames = ({ ipc, currentPlace, open, labels }: CodexNamesOptions): Extension => [
  nameMarks(async (text) => {
    const place = currentPlace()
    if (place === null) return null
    const answer = await ipc.invoke('codex:mentions', { projectId: place.projectId, text })
    return answer.ok ? answer.data.mentions : null
  }),
  nameCards({
    ...{ open, labels },
    async read(id) {
      const place = currentPlace()
      const answer = place && (await ipc.invoke('codex:card:get', { ...place, id }))
      return answer?.ok ? answer.data.card : null
    },
  }),
]
