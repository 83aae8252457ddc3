import { FileDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useApp } from '../../app/AppContext.tsx'
import { saveFile } from '../../app/saveFile.ts'
import { IconButton } from '../../components/IconButton.tsx'
import type { ReceiptView } from './contextModel.ts'
import { makeReport } from './report.ts'
import { createSaltedHash } from './saltedHash.ts'

/** Saves what is shown as a report for a bug, with hashes in the place of every text and name. */
export const ExportButton = ({ shown }: { readonly shown: ReceiptView }) => {
  const { t } = useTranslation()
  const { ipc } = useApp()
  const exportReport = async () => {
    const version = import.meta.env.APP_VERSION ?? null
    const answer = await ipc.invoke('context:sources:list', {})
    const sourceNames = new Set(answer.ok ? answer.data.sources.map(({ sourceName }) => sourceName) : [])
    const report = await makeReport(shown, { version, sourceNames, hash: createSaltedHash() })
    const text = `${JSON.stringify(report, null, 2)}\n`
    saveFile(text, `creonow-report-${shown.receipt.receiptId}.json`, 'application/json')
  }
  return (
    <IconButton label={t('report.export')} onPress={() => void exportReport()}>
      <FileDown size={16} aria-hidden />
    </IconButton>
  )
}
