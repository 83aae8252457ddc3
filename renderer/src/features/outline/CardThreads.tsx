import { Circle, CircleCheck, CircleDot, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useProjectId } from '../../app/AppContext.tsx'
import { useChannelQuery } from '../../ipc/queries.ts'
import { threadsAt } from './threadsAt.ts'

const icons = { planted: Circle, touched: CircleDot, paid: CircleCheck, due: Circle, overdue: TriangleAlert }

/** What a chapter does for the threads of the book, and which are due in it. */
export const CardThreads = ({ documentId }: { readonly documentId: string }) => {
  const { t } = useTranslation()
  const { data } = useChannelQuery(
    'threads:list',
    { projectId: useProjectId() },
    { select: ({ threads }) => threadsAt(threads, documentId) },
  )
  if (data === undefined || data.length === 0) return null
  return (
    <ul className="outline-threads" aria-label={t('threads.title')}>
      {data.map(({ id, title, does }) => {
        const Icon = icons[does]
        return (
          <li key={`${id} ${does}`} data-state={does}>
            <Icon size={12} aria-hidden />
            <span className="quiet">{t(`outline.threads.${does}`)}</span> {title}
          </li>
        )
      })}
    </ul>
  )
}
