import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AgentStep } from '#contract/agent.ts'
import { useAgent } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { argumentLines, resultLines } from './resultLines.ts'
import { outcomeOf, toolKey } from './stepWords.ts'
import './StepRow.css'

const notesOfCards: ReadonlySet<string> = new Set([
  'malformed',
  'unknownTool',
  'badArguments',
  'unclearPlace',
  'declined',
])

interface StepRowProps {
  readonly step: AgentStep
  /** It is being made. */
  readonly live: boolean
  readonly isRequesting: boolean
}

/** One step: what it does and what came of it on one line; thought, arguments and result unfolded. */
export const StepRow = ({ step, live, isRequesting }: StepRowProps) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const agent = useAgent()
  const [open, setOpen] = useState(false)
  const { number, thought, tool, input, approval, decision, observation, error, notes = [] } = step
  const isPending = isRequesting && approval !== undefined && decision === undefined
  const outcome = outcomeOf(step, t)
  const result = observation === undefined ? null : resultLines(observation)
  // A note says it in the page's words already.
  const isExplained = notes.some((note) => notesOfCards.has(note))
  return (
    <li className="agent-step" data-testid="agent-step" data-status={step.status}>
      <button type="button" className="agent-step-line" aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight size={14} aria-hidden className="agent-chevron" />
        <span className="number agent-number">{number}</span>
        <span className="agent-tool">
          {live && tool === undefined ? t('agent.thinking') : t(toolKey(tool))}
        </span>
        <span className="agent-outcome">{outcome}</span>
      </button>
      {(open || live) && thought !== '' && <p className="agent-thought">{thought}</p>}
      {notes.map((note) => (
        <p key={note} className="agent-note">
          {t(`agent.note.${note}`)}
        </p>
      ))}
      {error !== undefined && !isExplained && <p className="agent-note agent-failed">{sentence(error)}</p>}
      {isPending && (
        <Button data-testid="approval-open" onClick={agent.showApproval}>
          {t('approval.open')}
        </Button>
      )}
      {open && (
        <div className="agent-details">
          {input !== undefined && (
            <Detail label={t('agent.arguments')} text={argumentLines(input).join('\n')} />
          )}
          {result !== null && <Detail label={t('agent.result')} text={result.join('\n')} />}
          {step.fullAt !== undefined && (
            <p className="agent-note">{t('agent.fullAt', { path: step.fullAt })}</p>
          )}
        </div>
      )}
    </li>
  )
}

const Detail = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <>
    <p className="agent-heading">{label}</p>
    {/* It may be long, and is read by keyboard too. */}
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable */}
    <pre className="agent-raw" tabIndex={0}>
      {text}
    </pre>
  </>
)
