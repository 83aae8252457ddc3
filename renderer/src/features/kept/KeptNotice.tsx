import { useTranslation } from 'react-i18next'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import type { Kept } from './useKept.ts'

interface KeptNoticeProps<T> {
  readonly kept: Kept<T>
  /** A version as text, for laying both side by side. */
  readonly words: (value: T) => string
  /** Why it cannot be stored as it is. */
  readonly unready?: string
}

/** Whether a form is stored, in a quiet word; what went wrong, and two versions where there are two. */
export const KeptNotice = <T extends object>({ kept, words, unready }: KeptNoticeProps<T>) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const { save, value, passed } = kept
  if (save.kind === 'loading') return <Skeleton label={t('app.loading')} lines={4} />
  if (save.kind === 'unread') return <Notice tone="danger">{sentence(save.error)}</Notice>
  if (save.kind === 'failed') {
    return (
      <Notice
        tone="danger"
        actions={[
          { label: t('save.retry'), onPress: () => void kept.flush() },
          { label: t('draft.discard'), onPress: kept.discard },
        ]}
      >
        {t('save.failedDetail', { message: sentence(save.error) })}
      </Notice>
    )
  }
  if (save.kind === 'conflict' && value !== null) {
    return (
      <section className="kept-conflict" data-testid="kept-conflict" aria-label={t('kept.conflict')}>
        <p>{t('kept.conflict')}</p>
        <div className="kept-versions">
          {(['mine', 'disk'] as const).map((side) => (
            <div key={side}>
              <h3>{t(`kept.versions.${side}`)}</h3>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long version is scrolled by keyboard */}
              <pre tabIndex={0}>{words(side === 'mine' ? value : save.disk.value)}</pre>
              <button type="button" className="button" onClick={() => kept.resolve(side)}>
                {t(`kept.take.${side}`)}
              </button>
            </div>
          ))}
        </div>
      </section>
    )
  }
  return (
    <p className="kept-word quiet" role="status" data-testid="kept-state" data-state={save.kind}>
      {save.kind === 'unready'
        ? (unready ?? t('kept.unready'))
        : t(`kept.${save.kind === 'saved' ? 'saved' : 'saving'}`)}
      {kept.restored && save.kind === 'saved' && ` ${t('kept.restored')}`}
      {save.kind === 'unready' && (
        <button type="button" className="link-button" onClick={kept.discard}>
          {t('draft.discard')}
        </button>
      )}
      {passed !== null && (
        <button type="button" className="link-button" onClick={kept.swap}>
          {t('kept.swap')}
        </button>
      )}
    </p>
  )
}
