import { Check, ChevronDown, ChevronRight, ListChecks } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useEditor, useIpc, usePanel, useProjectId } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { useChannelQuery } from '../../ipc/queries.ts'
import { outcomeOf } from '../aiPanel/runStore.ts'
import { useCurrentRuns } from '../aiPanel/useCurrentRuns.ts'
import { AutosavedNotice } from '../autosavedForm/AutosavedForm.tsx'
import { type Autosaved, useAutosaved } from '../autosavedForm/useAutosaved.ts'
import { nextBeat } from './beats.ts'
import { PlanFields, usePlanFormat, usePovName } from './PlanFields.tsx'
import { isEmptyPlan, type PlanValue, storedPlan } from './storedPlan.ts'

/** The plan of the open chapter, above what writes it; front matter has none. */
export const PlanPanel = () => {
  const projectId = useProjectId()
  const editor = useEditor()
  const documentId = useStore(editor.store, (state) =>
    state.projectId === projectId ? state.documentId : null,
  )
  const { data: isChapter } = useChannelQuery(
    'documents:list',
    { projectId },
    {
      select: ({ documents }) =>
        documents.some((each) => each.documentId === documentId && each.kind === 'chapter'),
    },
  )
  return documentId === null || isChapter !== true ? null : (
    <ChapterPlan key={documentId} documentId={documentId} />
  )
}

/** One line where there is no plan; else what the chapter is about, its beats and whose eyes see it. */
const ChapterPlan = ({ documentId }: { readonly documentId: string }) => {
  const { t } = useTranslation()
  const projectId = useProjectId()
  const panel = usePanel()
  const saved = useAutosaved(storedPlan(useIpc(), { projectId, documentId }))
  const isUnfolded = useStore(panel, (state) => state.isPlanUnfolded)
  /** Opened here, with or without words in it. */
  const [isWriting, setIsWriting] = useState(false)
  const format = usePlanFormat()
  const { value, save, flush } = saved
  // A run that starts reads what is typed.
  useEffect(() => {
    panel.setState({ savePlan: flush })
    return () => panel.setState(({ savePlan }) => (savePlan === flush ? { savePlan: null } : {}))
  }, [panel, flush])
  const hasFailed = save.kind === 'failed' || save.kind === 'conflict' || save.kind === 'loadFailed'
  if (value === null)
    return hasFailed ? (
      <section className="plan">
        <AutosavedNotice saved={saved} formatValue={format} />
      </section>
    ) : null
  const isShown = hasFailed || isWriting || (!isEmptyPlan(value) && isUnfolded)
  const unfold = () => {
    panel.setState({ isPlanUnfolded: true })
    setIsWriting(true)
  }
  const fold = () => {
    panel.setState({ isPlanUnfolded: false })
    setIsWriting(false)
  }
  return (
    <section
      className="plan"
      data-testid="plan"
      aria-label={t('plan.title')}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) void flush()
      }}
    >
      <PlanHead value={value} isShown={isShown} onPress={isShown ? fold : unfold} />
      {isShown && (
        <div className="plan-body">
          <PlanFields value={value} onChange={saved.change} isFocused={isWriting && isEmptyPlan(value)} />
          <AutosavedNotice saved={saved} formatValue={format} />
        </div>
      )}
      <Offer saved={saved} />
    </section>
  )
}

interface PlanHeadProps {
  readonly value: PlanValue
  readonly isShown: boolean
  readonly onPress: () => void
}

/** The heading that folds the plan; folded it says what is next. */
const PlanHead = ({ value, isShown, onPress }: PlanHeadProps) => {
  const { t } = useTranslation()
  const pov = usePovName(value.pov)
  const beats = value.beats.filter(({ text }) => text.trim() !== '')
  const written = beats.filter((beat) => beat.written !== undefined).length
  const isEmpty = isEmptyPlan(value) && !isShown
  const next = nextBeat(value.beats)?.beat.text ?? (beats.length > 0 ? t('plan.allWritten') : value.text)
  const Icon = isEmpty ? ListChecks : isShown ? ChevronDown : ChevronRight
  return (
    <h3 className="plan-head">
      <button
        type="button"
        data-testid="plan-fold"
        aria-expanded={isShown}
        title={isEmpty ? undefined : t(isShown ? 'plan.fold' : 'plan.unfold')}
        onClick={onPress}
      >
        <Icon size={14} aria-hidden />
        <span className={isEmpty ? undefined : 'plan-title'}>{t(isEmpty ? 'plan.write' : 'plan.title')}</span>
        {beats.length > 0 && (
          <span className="quiet number">{t('plan.progress', { written, total: beats.length })}</span>
        )}
        {!isEmpty && !isShown && <span className="plan-next quiet">{next}</span>}
        {isEmpty && pov !== '' && <span className="plan-next quiet">{t('plan.povOf', { name: pov })}</span>}
      </button>
    </h3>
  )
}

/** After a continuation was accepted: one press says that it was the next beat. */
const Offer = ({ saved }: { readonly saved: Autosaved<PlanValue> }) => {
  const { t } = useTranslation()
  const { last: run } = useCurrentRuns()
  /** Of the run that was answered for; what has no receipt is in no beat. */
  const [answered, setAnswered] = useState<string | null>(null)
  const { value, change } = saved
  const next = value === null ? null : nextBeat(value.beats)
  const outcome = run === undefined ? null : outcomeOf(run)
  if (value === null || next === null || run === undefined) return null
  const { key, skill, receiptId } = run
  const isIts = receiptId !== null && value.beats.some(({ written }) => written?.receiptId === receiptId)
  if (skill.id !== 'continue' || isIts || answered === key) return null
  if (outcome !== 'accepted' && outcome !== 'edited') return null
  const tick = () => {
    setAnswered(key)
    const written = { at: new Date().toISOString(), ...(receiptId !== null && { receiptId }) }
    change({ beats: value.beats.map((each) => (each.id === next.beat.id ? { ...each, written } : each)) })
  }
  return (
    <div className="plan-offer">
      <Button data-testid="plan-offer" title={next.beat.text} onClick={tick}>
        <Check size={14} aria-hidden />
        {t('plan.offer', { n: next.number })}
      </Button>
      <span className="plan-next quiet">{next.beat.text}</span>
    </div>
  )
}
