import { useStore } from 'zustand'
import type { ChannelInput, ChannelOutput } from '#contract/index.ts'
import type { Envelope, ErrorPayload } from '../../../../main/src/contract/result.ts'
import { errorPayload } from '../../../../main/src/contract/sentences/errorSentence.ts'
import { useEditor, useIpc, useViewStore, useWorkspace } from '../../app/AppContext.tsx'

type Selection = NonNullable<ChannelInput<'threads:create'>['selection']>
type Thread = ChannelOutput<'threads:create'>
type Role = NonNullable<ChannelInput<'threads:mark'>['add']>['role']

/** Makes threads and marks of what is selected in the text of the open work; what went wrong is in the state of the view. */
export const useThreadMarks = () => {
  const editor = useEditor()
  const view = useViewStore()
  const workspace = useWorkspace()
  const projectId = useStore(workspace.store, ({ project }) => project?.projectId) ?? ''
  const ipc = useIpc()

  /** The chapter is saved first: a mark is a place of the stored text. */
  const selected = async (): Promise<Selection | ErrorPayload> => {
    const { documentId, phase } = editor.store.getState()
    const { selection } = editor.place()
    if (documentId === null || phase !== 'ready' || selection === null)
      return errorPayload('INVALID_ARGUMENT', { why: 'selection' })
    if ((await editor.flush()) === null) return errorPayload('CONFLICT', { why: 'unsaved' })
    return { documentId, start: selection.from, end: selection.to }
  }

  const withSelection = async (write: (selection: Selection) => Promise<Envelope<Thread>>) => {
    const selection = await selected()
    if ('code' in selection) {
      view.setState({ threadError: { projectId, error: selection } })
      return
    }
    const answer = await write(selection)
    view.setState({ threadError: answer.ok ? null : { projectId, error: answer.error } })
  }

  return {
    error: useStore(view, ({ threadError }) =>
      threadError?.projectId === projectId ? threadError.error : null,
    ),
    plant: () => withSelection((selection) => ipc.invoke('threads:create', { projectId, selection })),
    mark: (id: string, role: Role) =>
      withSelection((selection) =>
        ipc.invoke('threads:mark', { projectId, id, add: { ...selection, role } }),
      ),
  }
}
