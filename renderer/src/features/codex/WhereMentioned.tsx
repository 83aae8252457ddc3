import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FoundChapter } from '#contract/book.ts'
import type { ChannelOutput } from '#contract/index.ts'
import type { Envelope, ErrorPayload } from '../../../../main/src/contract/result.ts'
import { useIpc, useProjectId, useWorkspace } from '../../app/AppContext.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'

const hitsPerChapter = 3
const maxPages = 200

/** The chapters that name an entry, with the first places of each; a press goes there. */
export const WhereMentioned = ({ name }: { readonly name: string }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const ipc = useIpc()
  const workspace = useWorkspace()
  const projectId = useProjectId()
  const [chapters, setChapters] = useState<readonly FoundChapter[] | null>(null)
  const [error, setError] = useState<ErrorPayload | null>(null)

  const look = async () => {
    const found: FoundChapter[] = []
    let from: string | null = null
    for (let page = 0; page < maxPages; page += 1) {
      const query = { text: name, mode: 'name', fold: true } as const
      const next: { readonly from?: string } = from === null ? {} : { from }
      const answer: Envelope<ChannelOutput<'book:search'>> = await ipc.invoke('book:search', {
        projectId,
        query,
        hitsPerChapter,
        ...next,
      })
      if (!answer.ok) return setError(answer.error)
      found.push(...answer.data.chapters.filter(({ count }) => count > 0))
      from = answer.data.next
      if (from === null) break
    }
    setError(null)
    setChapters(found)
  }
  return (
    <section className="codex-where" data-testid="codex-where" aria-label={t('codexSheet.where')}>
      <button type="button" className="button" onClick={() => void look()}>
        {t('codexSheet.where')}
      </button>
      {error !== null && <p className="form-error">{sentence(error)}</p>}
      {chapters?.length === 0 && <p className="quiet">{t('codexSheet.nowhere')}</p>}
      <ul className="codex-found">
        {chapters?.map(({ documentId, title, count, hits }) => (
          <li key={documentId}>
            <b>{t('codexSheet.inChapter', { title, n: count })}</b>
            {hits.map(({ from, to, before, text, after }) => (
              <button
                key={from}
                type="button"
                className="codex-place"
                onClick={() => void workspace.reveal(documentId, { from, to, text })}
              >
                {before}
                <mark>{text}</mark>
                {after}
              </button>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
