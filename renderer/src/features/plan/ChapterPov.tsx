import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProjectId } from '../../app/AppContext.tsx'
import { useChannelQuery } from '../../ipc/queries.ts'
import { usePovName } from './PlanFields.tsx'

/** Rows that scroll past read nothing. */
const restMs = 250

/** Whose eyes a chapter of the list is seen through, where it is stated. */
export const ChapterPov = ({ documentId }: { readonly documentId: string }) => {
  const { t } = useTranslation()
  const projectId = useProjectId()
  const [isAtRest, setIsAtRest] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsAtRest(true), restMs)
    return () => clearTimeout(timer)
  }, [])
  const { data: pov } = useChannelQuery(
    'plan:get',
    { projectId, documentId },
    { enabled: isAtRest, select: (plan) => plan.pov ?? '' },
  )
  const name = usePovName(pov ?? '')
  return name === '' ? null : (
    <span className="chapter-pov" title={t('plan.povOf', { name })}>
      {name}
    </span>
  )
}
