import { type FormEvent, memo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentSummary } from '#contract/documents.ts'
import { useChapterActions } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { DialogFrame } from '../../components/DialogFrame.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { formatCount } from '../../i18n/format.ts'
import { ChapterPov } from '../plan/ChapterPov.tsx'
import { useStatusWords } from '../plan/chapterStatus.ts'
import { PlannedDialog } from '../plan/PlannedForm.tsx'
import { ChapterMenu } from './ChapterMenu.tsx'
import { openRowMenu } from './openRowMenu.ts'
import { RenumberChapters } from './RenumberChapters.tsx'
import { TitleField } from './TitleField.tsx'
import { useBookChapters } from './useBookChapters.ts'
import { useChapterDrag } from './useChapterDrag.ts'
import { VolumeTitle } from './VolumeTitle.tsx'
import './ChapterRow.css'

interface ChapterRowProps {
  readonly document: DocumentSummary
  readonly current: boolean
  readonly isTabStop: boolean
  /** Its point of view is shown beside the title. */
  readonly hasPov?: boolean
  readonly onOpen: (documentId: string) => void
  /** The focus goes back to this chapter's row. */
  readonly onDone: (documentId: string) => void
}

/**
 * One chapter: its title as written, with a number where it has none, its length, and what can be done to it. Drawn
 * again only when it changes itself, so the functions it is given must stay the same.
 */
export const ChapterRow = memo((props: ChapterRowProps) => {
  const { document, current, isTabStop, hasPov = false, onOpen, onDone } = props
  const { t } = useTranslation()
  const actions = useChapterActions()
  const [openForm, setOpenForm] = useState<
    'title' | 'place' | 'number' | 'volume' | 'before' | 'after' | null
  >(null)
  const { documentId, kind, title, chapterNumber, unnumbered, words, planned } = document
  const { isOver, source, place } = useChapterDrag(document)
  const done = (id: string | null) => {
    setOpenForm(null)
    if (id !== null) onDone(id)
  }
  if (openForm === 'title') return <RenameChapter document={document} onDone={done} />
  if (openForm === 'volume')
    return <VolumeTitle documentId={documentId} onDone={(stay) => done(stay ? documentId : null)} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button in it opens the same menu
    <div
      className={isOver ? 'chapter-line chapter-over' : 'chapter-line'}
      {...place}
      onContextMenu={openRowMenu}
    >
      <button
        {...source}
        type="button"
        className={planned ? 'chapter-row chapter-planned' : 'chapter-row'}
        data-row={documentId}
        tabIndex={isTabStop ? 0 : -1}
        aria-current={current ? 'page' : undefined}
        title={title}
        onClick={() => onOpen(documentId)}
        onKeyDown={(event) => {
          if (event.key === 'F2') setOpenForm('title')
          if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
            event.preventDefault()
            const way = event.key === 'ArrowUp' ? 'up' : 'down'
            void actions.step(documentId, way).then((id) => id !== null && onDone(id))
          }
        }}
      >
        {unnumbered && <span className="chapter-number">{chapterNumber}</span>}
        <span className="chapter-title">{title || t('chapters.front')}</span>
        {hasPov && kind === 'chapter' && <ChapterPov documentId={documentId} />}
        <StatusMark {...document} />
        <span className="chapter-length">{planned ? t('plan.planned') : formatCount(words)}</span>
      </button>
      <ChapterMenu
        document={document}
        isTabStop={isTabStop}
        onRename={() => setOpenForm('title')}
        onMoveTo={() => setOpenForm('place')}
        onRenumber={() => setOpenForm('number')}
        onPlan={setOpenForm}
        onStartVolume={() => setOpenForm('volume')}
        onMoved={onDone}
      />
      {openForm === 'place' && <MoveChapter document={document} onDone={done} />}
      {(openForm === 'before' || openForm === 'after') && (
        <PlannedDialog place={{ at: openForm, documentId }} onDone={(id) => done(id ?? documentId)} />
      )}
      {openForm === 'number' && <RenumberChapters document={document} onDone={done} />}
    </div>
  )
})

/** How far the chapter is and its label, where they are stated. */
const StatusMark = ({ status = '', label = '' }: Pick<DocumentSummary, 'status' | 'label'>) => {
  const { wordOf } = useStatusWords()
  const words = [wordOf(status), label].filter((word) => word !== '').join(' · ')
  return words === '' ? null : (
    <span className="chapter-pov" data-testid="chapter-status" title={words}>
      {words}
    </span>
  )
}

interface RenameChapterProps {
  readonly document: DocumentSummary
  /** With the chapter's id as it is now; null when the writer has gone elsewhere meanwhile. */
  readonly onDone: (documentId: string | null) => void
}

/** The chapter's title, to be changed where it stands. */
const RenameChapter = ({ document, onDone }: RenameChapterProps) => {
  const { t } = useTranslation()
  const chapters = useChapterActions()
  const { documentId, title } = document
  const answer = async (next: string | null, stay: boolean) => {
    const id = next === null ? documentId : await chapters.rename(documentId, next)
    onDone(stay ? (id ?? documentId) : null)
  }
  return (
    <TitleField
      label={t('chapters.newName', { title })}
      value={title}
      onAnswer={(next, stay) => void answer(next, stay)}
    />
  )
}

interface MoveChapterProps {
  readonly document: DocumentSummary
  readonly onDone: (documentId: string) => void
}

/** Asks behind which chapter another one is to stand. */
const MoveChapter = ({ document, onDone }: MoveChapterProps) => {
  const chapters = useBookChapters()
  const { t } = useTranslation()
  const actions = useChapterActions()
  const { documentId, title } = document
  const at = chapters.findIndex((each) => each.documentId === documentId)
  const select = useRef<HTMLButtonElement>(null)
  const [after, setAfter] = useState(chapters[at - 1]?.documentId ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void actions.move(documentId, after === '' ? null : after).then((id) => onDone(id ?? documentId))
  }
  return (
    <DialogFrame
      open
      onClose={() => onDone(documentId)}
      title={t('chapters.moveTitle', { title })}
      closeLabel={t('chapters.close')}
      testId="chapter-move"
      initialFocus={select}
      className="dialog-small"
    >
      <form className="dialog-body chapter-move" onSubmit={submit}>
        <SelectField
          ref={select}
          label={t('chapters.behind')}
          value={after}
          options={[
            { value: '', label: t('chapters.first') },
            ...chapters
              .filter((each) => each.documentId !== documentId)
              .map((each) => ({
                value: each.documentId,
                label: t('chapters.behindOne', { title: each.title }),
              })),
          ]}
          onChange={setAfter}
        />
        <div className="chapter-move-buttons">
          <Button onClick={() => onDone(documentId)}>{t('chapters.cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('chapters.move')}
          </Button>
        </div>
      </form>
    </DialogFrame>
  )
}
