import type { DraftPlace, Drafts } from '../drafts/drafts.ts'
import type { EditorStore } from '../editor/editorStore.ts'
import type { PanelStore } from './panelStore.ts'

interface Options {
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
export const saveInstructions = ({ panel, drafts, editor }: Options): (() => void) => {
  let showing = false
  const currentPlace = () => {
    const { projectId, documentId } = editor.getState()
    return projectId === null || documentId === null ? null : placeOf(projectId, documentId)
  }
  const read = (place: DraftPlace | null): string => {
    const draft = place === null ? undefined : drafts.read(place)
    return ((draft?.patch ?? {}) as { instruction?: string }).instruction ?? '' // Written by `save`.
  }
  const save = (place: DraftPlace, instruction: string) =>
    drafts.save(place, instruction === '' ? null : { patch: { instruction }, base: {} })
  const show = (instruction: string) => {
    showing = true
    panel.setState({ instruction })
    showing = false
  }
  /** What was typed before any chapter was open belongs to the first that opens. */
  const showFirst = (place: DraftPlace) => {
    const typed = panel.getState().instruction
    const stored = read(place)
    const whole = [stored, typed].filter((part) => part !== '').join('\n')
    show(whole)
    if (typed !== '') save(place, whole)
  }

  const stops = [
    panel.subscribe(({ instruction }, before) => {
      const place = currentPlace()
      if (showing || place === null || instruction === before.instruction) return
      save(place, instruction)
    }),
    editor.subscribe(({ projectId, documentId }, before) => {
      if (projectId === before.projectId && documentId === before.documentId) return
      const place = currentPlace()
      if (place !== null && before.documentId === null) showFirst(place)
      else show(read(place))
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
