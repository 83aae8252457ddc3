import { FileDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../components/IconButton.tsx'
import type { ReceiptView } from './contextModel.ts'
import { makeReport } from './report.ts'
import { createSaltedHash } from './saltedHash.ts'

const save = (text: string, name: string) => {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download holds on to the blob by itself only once it has begun.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Saves what is shown as a report for a bug, with hashes in the place of every text and name. */
export const ExportButton = ({ shown }: { readonly shown: ReceiptView }) => {
  const { t } = useTranslation()
  const exportReport = async () => {
    const version = import.meta.env.APP_VERSION ?? null
    const report = await makeReport(shown, { version, hash: createSaltedHash() })
    save(`${JSON.stringify(report, null, 2)}\n`, `creonow-report-${shown.receipt.receiptId}.json`)
  }
  return (
    <IconButton label={t('report.export')} onPress={() => void exportReport()}>
      <FileDown size={16} aria-hidden />
    </IconButton>
  )
}
