import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { type Autosaved, type AutosavedUse, useAutosaved } from './useAutosaved.ts'
import './AutosavedForm.css'

interface AutosavedNoticeProps<T> {
  readonly saved: Autosaved<T>
  /** A version as text, for laying both side by side. */
  readonly formatValue: (value: T) => string
  /** Why it cannot be stored as it is. */
  readonly invalid?: string | undefined
}

/** Whether a form is stored, in a quiet word; what went wrong, and two versions where there are two. */
export const AutosavedNotice = <T extends object>({
  saved,
  formatValue,
  invalid,
}: AutosavedNoticeProps<T>) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const { save, value, rejectedVersion } = saved
  if (save.kind === 'loading') return <Skeleton label={t('app.loading')} lines={4} />
  if (save.kind === 'loadFailed') return <Notice tone="danger">{sentence(save.error)}</Notice>
  if (save.kind === 'failed') {
    return (
      <Notice
        tone="danger"
        actions={[
          { label: t('save.retry'), onPress: () => void saved.flush() },
          { label: t('draft.discard'), onPress: saved.discard },
        ]}
      >
        {t('save.failedDetail', { message: sentence(save.error) })}
      </Notice>
    )
  }
  if (save.kind === 'conflict' && value !== null) {
    return (
      <section className="kept-conflict" data-testid="kept-conflict" aria-label={t('saved.conflict')}>
        <p>{t('saved.conflict')}</p>
        <div className="kept-versions">
          {(['mine', 'disk'] as const).map((side) => (
            <div key={side}>
              <h3>{t(`saved.versions.${side}`)}</h3>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long version is scrolled by keyboard */}
              <pre tabIndex={0}>{formatValue(side === 'mine' ? value : save.disk.value)}</pre>
              <Button onClick={() => saved.resolve(side)}>{t(`saved.take.${side}`)}</Button>
            </div>
          ))}
        </div>
      </section>
    )
  }
  return (
    <p className="kept-word quiet" role="status" data-testid="kept-state" data-state={save.kind}>
      {save.kind === 'unready'
        ? (invalid ?? t('saved.incomplete'))
        : t(`saved.${save.kind === 'saved' ? 'saved' : 'saving'}`)}
      {saved.restored && save.kind === 'saved' && ` ${t('saved.restored')}`}
      {save.kind === 'unready' && (
        <Button variant="link" onClick={saved.discard}>
          {t('draft.discard')}
        </Button>
      )}
      {rejectedVersion !== null && (
        <Button variant="link" onClick={saved.restoreRejected}>
          {t('saved.useOther')}
        </Button>
      )}
    </p>
  )
}

interface AutosavedFormProps<T> extends Omit<AutosavedNoticeProps<T>, 'saved'> {
  /** Read once: give the form a key when it changes. */
  readonly source: AutosavedUse<T>
  readonly className: string
  /** What the form changes; absent: it is the only one that can be open. */
  readonly label?: string
  readonly testId?: string
  /** The word on the button that stores what is unsaved and closes the form. */
  readonly done: string
  readonly onDone: () => void
  /** The fields; `isReady`: their values can be stored. */
  readonly children: (value: T, change: (part: Partial<T>) => void, isReady: boolean) => ReactNode
}

/** Fields that are stored by themselves, whether they are, and the button that closes them. */
export const AutosavedForm = <T extends object>(props: AutosavedFormProps<T>) => {
  const { source, className, label, testId, done, onDone, children, formatValue, invalid } = props
  const saved = useAutosaved(source)
  const { value, change, flush } = saved
  return (
    <form
      className={className}
      aria-label={label}
      data-testid={testId}
      onSubmit={(event) => {
        event.preventDefault()
        void flush().then((isStored) => isStored && onDone())
      }}
    >
      {value !== null && children(value, change, source.isReady?.(value) ?? true)}
      <AutosavedNotice saved={saved} formatValue={formatValue} invalid={invalid} />
      <div className="form-actions">
        <Button type="submit">{done}</Button>
      </div>
    </form>
  )
}
