import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { AllowedText } from '#contract/redaction.ts'
import { useApp } from '../../app/AppContext.tsx'
import { DetailsFold } from './DetailsFold.tsx'

/** What the author has marked as no secret in this work, to be taken back. `version` changes with every mark. */
export const AllowedTexts = ({ version }: { readonly version: number }) => {
  const { t } = useTranslation()
  const { ipc, workspace } = useApp()
  const projectId = useStore(workspace.store, (state) => state.project?.projectId)
  const [items, setItems] = useState<readonly AllowedText[]>([])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new mark is a new list
  useEffect(() => {
    if (projectId === undefined) return
    let stale = false
    void ipc.invoke('redaction:allow:list', { projectId }).then((answer) => {
      if (!stale && answer.ok) setItems(answer.data.items)
    })
    return () => {
      stale = true
    }
  }, [ipc, projectId, version])

  const takeBack = async (sha256: string) => {
    if (projectId === undefined) return
    const answer = await ipc.invoke('redaction:allow:remove', { projectId, sha256 })
    if (answer.ok) setItems((shown) => shown.filter((one) => one.sha256 !== sha256))
  }
  if (items.length === 0) return null
  return (
    <ul className="allowed-texts" aria-label={t('viewer.allowedTitle')}>
      {items.map(({ sha256, patternId, addedAt }) => (
        <li key={sha256} className="evidence-row">
          {t('viewer.allowedRow', { date: addedAt.slice(0, 10) })}
          <button type="button" className="link-button" onClick={() => void takeBack(sha256)}>
            {t('viewer.takeBack')}
          </button>
          <DetailsFold>{patternId}</DetailsFold>
        </li>
      ))}
    </ul>
  )
}
