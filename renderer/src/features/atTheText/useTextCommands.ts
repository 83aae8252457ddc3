import { useTranslation } from 'react-i18next'
import type { CommandName } from '../../../../main/src/contract/sentences/commands.ts'
import {
  useCodex,
  useEditor,
  useIpc,
  useQueries,
  useRuns,
  useViewStore,
  useWorkspace,
} from '../../app/AppContext.tsx'
import { openSheet } from '../../app/viewStore.ts'
import { skillName } from '../aiPanel/skillName.ts'
import { useStartRun } from '../aiPanel/useStartRun.ts'
import { useThreadMarks } from '../threads/useThreadMarks.ts'
import { placeLink } from './placeLink.ts'

/** The longest selection that can be a name. */
const maxNameUnits = 40

/** What the commands at the text do with what is selected there. */
export const useTextCommands = (showPanel: (panelTab: 'chat') => void) => {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const queries = useQueries()
  const ipc = useIpc()
  const editor = useEditor()
  const codex = useCodex()
  const view = useViewStore()
  const runs = useRuns()
  const startRun = useStartRun()
  const { plant } = useThreadMarks()
  const projectId = () => workspace.store.getState().project?.projectId ?? null

  /** Runs one of the skills at the selection; without one, at the paragraph of the caret. */
  const runSkill = (skillId: string) => async () => {
    const project = projectId()
    if (project === null || editor.store.getState().phase !== 'ready') return
    const answer = await queries.fetchChannel('skills:list', { projectId: project })
    if (!answer.ok) return runs.refuse(answer.error)
    const skill = answer.data.skills.find(({ id, error }) => id === skillId && error === undefined)
    if (skill !== undefined) await startRun({ ...skill, name: skillName(skill, t) }, '')
  }

  const ask = () => {
    showPanel('chat')
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-testid=chat-input]')?.focus())
  }

  /** The card of the selected name, or a new one with it. */
  const card = async () => {
    const project = projectId()
    if (project === null) return
    const words = editor.selectedText().trim()
    const name = words.length <= maxNameUnits && !words.includes('\n') ? words : ''
    const answer = await ipc.invoke('codex:mentions', { projectId: project, text: name })
    const present = answer.ok
      ? answer.data.mentions.find(({ from, to }) => from === 0 && to === name.length)
      : undefined
    if (present !== undefined) return void codex.openEntry(present.entityId)
    codex.show('character')
    codex.create('character', name)
  }

  const thread = () => {
    if (editor.selectedText().trim() !== '') void plant()
    openSheet(view, 'threads')
  }

  /** A note on the first line of what is selected, else on the paragraph of the caret. */
  const note = () => {
    const project = projectId()
    const { documentId, phase } = editor.store.getState()
    if (project === null || documentId === null || phase !== 'ready') return
    const { cursorPosition, selection } = editor.place()
    const selected = selection === null ? [editor.paragraphAtCaret()] : editor.selectedText().split('\n')
    const words = selected.map((line) => line.trim()).find((line) => line !== '')
    const start = selection?.from ?? cursorPosition
    if (words !== undefined) view.setState({ noteTarget: { projectId: project, documentId, start, words } })
    openSheet(view, 'notes')
  }

  /** Says what became of it: nothing that is on the clipboard can be seen. */
  const copyLink = async () => {
    const project = projectId()
    const { documentId, phase } = editor.store.getState()
    if (project === null || documentId === null || phase !== 'ready') return
    const { cursorPosition } = editor.place()
    const link = placeLink({ projectId: project, documentId, offsetUtf16: cursorPosition })
    if (link === null) return view.setState({ copiedLink: { outcome: 'impossible', link: '' } })
    const copied = await navigator.clipboard.writeText(link).then(
      () => 'copied' as const,
      () => 'refused' as const,
    )
    view.setState({ copiedLink: { outcome: copied, link } })
  }

  return {
    polish: () => void runSkill('polish')(),
    rewrite: () => void runSkill('rewrite')(),
    expand: () => void runSkill('expand')(),
    order: () => {
      if (editor.store.getState().phase === 'ready') editor.showAtSelection('line')
    },
    ask,
    note,
    thread,
    card: () => void card(),
    copyLink: () => void copyLink(),
    selectionBar: () => editor.showAtSelection('bar'),
  } as const satisfies Partial<Readonly<Record<CommandName, () => void>>>
}
