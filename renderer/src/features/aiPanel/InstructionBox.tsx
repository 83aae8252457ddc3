import { Square } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useEditor, usePanel, useRuns } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { ModelSelect } from './ModelSelect.tsx'
import { RunChoicesRow } from './RunChoicesRow.tsx'
import { isWorking } from './runStore.ts'
import { useCurrentRuns } from './useCurrentRuns.ts'
import { useRunChoices } from './useRunChoices.ts'
import { useSkills } from './useSkills.ts'
import { useStartRun } from './useStartRun.ts'

const maxInstruction = 1_000_000

/** What the writer asks for, the model, and the button that starts or stops. */
export const InstructionBox = () => {
  const { t } = useTranslation()
  const panel = usePanel()
  const editor = useEditor()
  const runs = useRuns()
  const startRun = useStartRun()
  const skills = useSkills()
  const { skillId, instruction } = useStore(panel)
  const phase = useStore(editor.store, (state) => state.phase)
  const { last: run } = useCurrentRuns()
  const skill =
    skills?.find((each) => each.id === skillId) ?? skills?.find((each) => each.error === undefined)
  const { chosen, choose } = useRunChoices(skill?.id ?? skillId)
  const working = run !== undefined && isWorking(run)
  const ready = phase === 'ready' && skill !== undefined

  const start = () => {
    if (ready && !working) void startRun(skill, instruction.trim())
  }
  return (
    <form
      className="instruction"
      onSubmit={(event) => {
        event.preventDefault()
        start()
      }}
    >
      <textarea
        data-testid="ai-input"
        aria-label={t('panel.instruction')}
        placeholder={t('panel.instructionHint')}
        rows={3}
        maxLength={maxInstruction}
        value={instruction}
        onChange={(event) => panel.setState({ instruction: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          if (event.nativeEvent.isComposing) return
          event.preventDefault()
          start()
        }}
      />
      <RunChoicesRow skillId={skill?.id ?? skillId} />
      <div className="instruction-row">
        <ModelSelect run={chosen} onChoose={(modelId) => choose({ modelId })} />
        <span className="grow" />
        {/* Beside the other button, never in its place: a press that comes late starts nothing. */}
        {working && (
          <Button data-testid="ai-stop" onClick={() => runs.stop()}>
            <Square size={12} aria-hidden />
            {t('panel.stop')}
          </Button>
        )}
        <Button type="submit" variant="primary" data-testid="ai-run" disabled={!ready || working}>
          {skill?.name ?? t('panel.title')}
        </Button>
      </div>
    </form>
  )
}
