import type { TFunction } from 'i18next'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { AgentApproval, Decision } from '#contract/agent.ts'
import { useAgent, useEditor, useViewStore, useWorkspace } from '../../app/AppContext.tsx'
import { useDocuments } from '../../app/useDocuments.ts'
import { Button } from '../../components/Button.tsx'
import { DialogFrame } from '../../components/DialogFrame.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Menu, MenuItem } from '../../components/Menu.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatCount, formatDollars } from '../../i18n/format.ts'
import {
  countTicked,
  initialSelection,
  sectionsOf,
  tickStateOf,
  uncertainPlacesOf,
  unchangeableGroups,
  withDecision,
  withTicks,
} from './approvalSelection.ts'
import { PlaceRow, UncertainRow } from './PlaceRow.tsx'
import { TickBox } from './TickBox.tsx'
import { useFileTitle } from './useFileTitle.ts'
import { useReadToEnd } from './useReadToEnd.ts'
import './ApprovalPane.css'

/** The words for what is no edit of files. */
const otherWords = {
  shell: { title: 'agent.wantsToRun', about: 'agent.runNotUndoable', allow: 'agent.allowRun' },
  repeat: { title: 'agent.wantsToRepeat', about: 'agent.repeatDeclined', allow: 'agent.allowRepeat' },
  spend: { title: 'agent.wantsToSpend', about: 'agent.spendDeclined', allow: 'agent.allowSpend' },
} as const

interface ApprovalPaneProps {
  readonly approval: AgentApproval
  /** False: it is put aside. */
  readonly isOpen: boolean
}

/**
 * What a task wants to write or to run, in place of the chapter's text, and the author's decision once all of it was
 * read. It keeps its ticks while it is put aside.
 */
export const ApprovalPane = ({ approval, isOpen }: ApprovalPaneProps) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const agent = useAgent()
  const editor = useEditor()
  const error = useStore(agent.store, (state) => state.error)
  const { approvalId, kind, files, command, spend } = approval
  const pane = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { sections, uncertain, unchangeable, selection, setSelection } = useSelection(approval)
  const units = useMemo(
    () => [
      ...(uncertain.length > 0 ? [{ id: 'uncertain', places: uncertain.map(({ place }) => place) }] : []),
      ...sections,
    ],
    [sections, uncertain],
  )
  const { box, shown, isComplete, isRead, measure, showMore, showAll } = useReadToEnd(units)
  const [tabStop, setTabStop] = useState<number | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const fileTitle = useFileTitle()
  const workspace = useWorkspace()
  const view = useViewStore()
  const counts = countTicked(files, selection)
  const total = countTicked(files, initialSelection(sections))
  const undecided = uncertain.filter(
    ({ place: { placeId } }) => !selection.ticked.has(placeId) && !selection.refused.has(placeId),
  ).length

  useEffect(() => {
    if (!isOpen) return
    const { activeElement } = document
    // Who writes elsewhere goes on writing; who wrote the text reads on here, where no letter decides anything.
    if (
      activeElement === null ||
      activeElement === document.body ||
      activeElement.closest('.middle-text') !== null
    )
      heading.current?.focus()
    return () => {
      if (pane.current?.contains(document.activeElement)) editor.focus()
    }
  }, [isOpen, editor])

  const decide = (decision: Decision) => {
    editor.focus()
    void agent.decide(
      approvalId,
      decision,
      kind === 'edit' && decision !== 'no' ? [...selection.ticked] : undefined,
    )
  }
  const putAside = () => {
    agent.putAside(approvalId)
    editor.focus()
  }
  const step = (by: 1 | -1) => {
    const controls = [...(box.current?.querySelectorAll<HTMLElement>('[data-place]') ?? [])]
    const at = controls.findIndex((control) => control.dataset.place === String(tabStop ?? -1))
    const next = controls[at < 0 ? (by === 1 ? 0 : controls.length - 1) : at + by]
    if (next === undefined && by === 1 && !isComplete) showMore()
    next?.focus()
    next?.closest('li')?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    const { target } = event
    // Keys of a menu or a dialog that belongs to the pane come here too.
    if (!(target instanceof HTMLElement) || pane.current?.contains(target) !== true) return
    if (event.key === 'Escape') {
      event.preventDefault()
      putAside()
      return
    }
    if (box.current?.contains(target) !== true) return
    const key = event.key.toLowerCase()
    if (key === 'j' || key === 'k') step(key === 'j' ? 1 : -1)
    else if (target.dataset.place !== undefined && (key === 'y' || key === 'n')) {
      const placeId = Number(target.dataset.place)
      const isUncertain = uncertain.some(({ place }) => place.placeId === placeId)
      setSelection((old) =>
        isUncertain ? withDecision(old, placeId, key === 'y') : withTicks(old, [placeId], key === 'y'),
      )
    } else return
    event.preventDefault()
  }
  const onTick = useMemo(
    () => (placeId: number, isTicked: boolean) => setSelection((old) => withTicks(old, [placeId], isTicked)),
    [setSelection],
  )
  const onDecide = useMemo(
    () => (placeId: number, decision: boolean | undefined) =>
      setSelection((old) => withDecision(old, placeId, decision)),
    [setSelection],
  )
  const tickAll = (placeIds: readonly number[], isTicked: boolean) =>
    setSelection((old) => withTicks(old, placeIds, isTicked))
  const goTo = (path: string) => {
    showAll()
    requestAnimationFrame(() => {
      const section = box.current?.querySelector(`[data-file="${CSS.escape(path)}"]`)
      section?.scrollIntoView({ block: 'start' })
    })
  }

  return (
    <section
      ref={pane}
      className="approval"
      data-testid="agent-approval"
      aria-labelledby="approval-title"
      hidden={!isOpen}
      onKeyDown={onKeyDown}
    >
      <header className="approval-head">
        <h2 ref={heading} id="approval-title" tabIndex={-1}>
          {kind === 'edit' ? t('approval.title', sizeWords(total, t)) : t(otherWords[kind].title)}
        </h2>
        <span className="grow" />
        {kind === 'edit' && (
          <>
            <IconButton icon={ChevronUp} label={t('approval.previous')} onPress={() => step(-1)} />
            <IconButton icon={ChevronDown} label={t('approval.next')} onPress={() => step(1)} />
          </>
        )}
        <IconButton icon={X} label={t('approval.aside')} onPress={putAside} />
      </header>
      {error !== null && (
        <Notice tone="danger" actions={[{ label: t('agent.dismiss'), onPress: agent.dismiss }]}>
          {sentence(error)}
        </Notice>
      )}
      <div className="approval-body">
        {sections.length > 1 && (
          <ul className="approval-index" aria-label={t('approval.files')}>
            {sections.map((section) => (
              <li key={section.path}>
                <TickBox
                  label={fileTitle(section)}
                  state={tickStateOf(section.places, selection)}
                  onChange={(isTicked) =>
                    tickAll(
                      section.places.map(({ placeId }) => placeId),
                      isTicked,
                    )
                  }
                />
                <button type="button" onClick={() => goTo(section.path)}>
                  <span className="approval-name">{fileTitle(section)}</span>
                  <span className="number quiet">{section.places.length}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it follows the focus */}
        <div
          ref={box}
          className="approval-shown"
          data-testid="agent-shown"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
          tabIndex={0}
          onScroll={measure}
          onFocus={({ target }) => {
            if (target instanceof HTMLElement && target.dataset.place !== undefined)
              setTabStop(Number(target.dataset.place))
          }}
        >
          {spend !== undefined && <p className="approval-spend">{spendSentence(spend, t)}</p>}
          {command !== undefined && <pre className="approval-command">{command}</pre>}
          {shown.map(([section, places]) => {
            if ('id' in section) {
              return (
                <section key={section.id} className="approval-section">
                  <h3 className="approval-uncertain-head">
                    {t('approval.uncertain', { count: section.places.length })}
                  </h3>
                  <ul>
                    {places.map(({ place, chunks }) => {
                      const { placeId } = place
                      const about = uncertain.find((each) => each.place === place)
                      return (
                        <UncertainRow
                          key={placeId}
                          {...{ place, chunks, onDecide }}
                          chapter={about ? fileTitle({ ...about.file, document: about.document }) : ''}
                          decision={
                            selection.ticked.has(placeId)
                              ? true
                              : selection.refused.has(placeId)
                                ? false
                                : undefined
                          }
                          isTabStop={placeId === (tabStop ?? units[0]?.places[0]?.placeId)}
                        />
                      )
                    })}
                  </ul>
                </section>
              )
            }
            const { path, document, kind: fileKind, isNew, isCrlf } = section
            return (
              <section
                key={path}
                className="approval-section"
                data-file={path}
                data-testid="approval-section"
              >
                <h3>
                  <TickBox
                    label={fileTitle(section)}
                    state={tickStateOf(section.places, selection)}
                    onChange={(isTicked) =>
                      tickAll(
                        section.places.map(({ placeId }) => placeId),
                        isTicked,
                      )
                    }
                  />
                  <span className="approval-name" title={path}>
                    {fileTitle(section)}
                  </span>
                  <span className="number quiet">
                    {[
                      t('approval.places', { count: section.places.length }),
                      ...(isNew ? [t('agent.isNew')] : []),
                      ...(isCrlf ? ['CRLF'] : []),
                    ].join(' · ')}
                  </span>
                  {document !== null && (
                    <Button
                      variant="link"
                      onClick={() => {
                        putAside()
                        void workspace
                          .openDocument(document.documentId)
                          .then(() => view.setState({ outlineOpen: false }))
                      }}
                    >
                      {t('approval.openChapter')}
                    </Button>
                  )}
                </h3>
                <ul>
                  {places.map(({ place, chunks }) => (
                    <PlaceRow
                      key={place.placeId}
                      {...{ place, chunks, onTick }}
                      isEntry={fileKind === 'entry'}
                      isTicked={selection.ticked.has(place.placeId)}
                      isTabStop={place.placeId === (tabStop ?? units[0]?.places[0]?.placeId)}
                    />
                  ))}
                </ul>
              </section>
            )
          })}
          {unchangeable.length > 0 && isComplete && (
            <section className="approval-section approval-others">
              <p className="quiet">{t('agent.doubtful')}</p>
              <ul>
                {unchangeable.map(({ phrase, why, count, places }) => (
                  <li key={`${why} ${phrase}`}>
                    <strong>{phrase}</strong> {t(`agent.uncertainReason.${why}`, { count })}
                    {places[0] && <span className="quiet"> {places[0].text}</span>}
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      </div>
      <footer className="approval-bar">
        <p className="quiet approval-note" role="status">
          {isRead
            ? kind !== 'edit'
              ? t(otherWords[kind].about)
              : undecided > 0
                ? t('approval.undecided', { count: undecided })
                : t('approval.undoable')
            : t('agent.readToEnd')}
        </p>
        {kind === 'edit' && (
          <Menu label={t('approval.more')} className="icon-button" isTabStop>
            <MenuItem disabled={!isRead || counts.places === 0} onPress={() => setConfirming(true)}>
              {t('agent.always')}
            </MenuItem>
          </Menu>
        )}
        <Button data-testid="agent-decline" onClick={() => decide('no')}>
          {t('agent.decline')}
        </Button>
        <Button
          variant="primary"
          data-testid="agent-approve"
          disabled={!isRead || (kind === 'edit' && counts.places === 0)}
          onClick={() => decide('once')}
        >
          {kind === 'edit' ? t('approval.write', { count: counts.places }) : t(otherWords[kind].allow)}
        </Button>
      </footer>
      <DialogFrame
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={t('agent.always')}
        closeLabel={t('approval.cancel')}
        testId="agent-always-dialog"
      >
        <div className="approval-confirm">
          <p>{t('approval.alwaysAbout', { count: counts.places })}</p>
          <div className="approval-confirm-actions">
            <Button onClick={() => setConfirming(false)}>{t('approval.cancel')}</Button>
            <Button
              data-testid="agent-always"
              onClick={() => {
                setConfirming(false)
                decide('always')
              }}
            >
              {t('approval.alwaysConfirm')}
            </Button>
          </div>
        </div>
      </DialogFrame>
    </section>
  )
}

const useSelection = (approval: AgentApproval) => {
  const documents = useDocuments()
  const sections = useMemo(() => sectionsOf(approval.files, documents ?? []), [approval.files, documents])
  const uncertain = useMemo(
    () => uncertainPlacesOf(approval.files, documents ?? []),
    [approval.files, documents],
  )
  const unchangeable = useMemo(() => unchangeableGroups(approval), [approval])
  const [selection, setSelection] = useState(() => initialSelection(sections))
  return { sections, uncertain, unchangeable, selection, setSelection }
}

const spendSentence = (
  { requests, inputTokens, outputTokens, price }: NonNullable<AgentApproval['spend']>,
  t: TFunction,
) =>
  t(price === undefined ? 'jobs.size' : 'jobs.sizeAndPrice', {
    count: requests,
    tokens: formatCount(inputTokens + outputTokens),
    price: formatDollars(price ?? 0),
  })

const sizeWords = ({ places, chapters, otherFiles }: ReturnType<typeof countTicked>, t: TFunction) => ({
  places: t('approval.places', { count: places }),
  files: [
    ...(chapters > 0 ? [t('approval.chapters', { count: chapters })] : []),
    ...(otherFiles > 0 ? [t('approval.otherFiles', { count: otherFiles })] : []),
  ].join(t('approval.and')),
})
