import type { Ipc } from '../../ipc/types.ts'
import type { DraftPlace, Drafts } from '../drafts/drafts.ts'
import type { EditorStore } from '../editor/editorStore.ts'
import type { PanelStore } from './panelStore.ts'

interface Options {
  readonly ipc: Ipc
  readonly panel: PanelStore
  readonly drafts: Drafts
  readonly editor: EditorStore
}

const placeOf = (projectId: string, documentId: string): DraftPlace => ({
  projectId,
  form: 'instruction',
  row: documentId,
})

/** Every chapter has an instruction of its own, kept until it is emptied. Returns what ends it. */
export const keepInstructions = ({ ipc, panel, drafts, editor }: Options): (() => void) => {
  let showing = false
  const here = () => {
    const { projectId, documentId } = editor.getState()
    return projectId === null || documentId === null ? null : placeOf(projectId, documentId)
  }
  const show = () => {
    const place = here()
    const draft = place === null ? undefined : drafts.read(place)
    const { instruction = '' } = (draft?.patch ?? {}) as { instruction?: string } // Kept below.
    showing = true
    panel.setState({ instruction })
    showing = false
  }

  const stops = [
    panel.subscribe(({ instruction }, before) => {
      const place = here()
      if (showing || place === null || instruction === before.instruction) return
      drafts.keep(place, instruction === '' ? null : { patch: { instruction }, base: {} })
    }),
    editor.subscribe(({ projectId, documentId }, before) => {
      if (projectId !== before.projectId || documentId !== before.documentId) show()
    }),
    ipc.on('changed', ({ projectId, renamed = {} }) => {
      const moved = Object.entries(renamed).map(
        ([from, to]) => [from, to, drafts.read(placeOf(projectId, from))] as const,
      )
      for (const [from] of moved) drafts.keep(placeOf(projectId, from), null)
      for (const [, to, draft] of moved) if (draft) drafts.keep(placeOf(projectId, to), draft)
      if (moved.length > 0) show()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
