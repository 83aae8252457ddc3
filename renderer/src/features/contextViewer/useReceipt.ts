import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Envelope } from '../../../../main/src/contract/result.ts'
import { useApp } from '../../app/AppContext.tsx'
import type { ReceiptView } from './contextModel.ts'

/** A receipt of this work read from main; null while it is read, and when none is asked for. */
export const useReceipt = (receiptId: string | null): Envelope<ReceiptView> | null => {
  const { ipc, workspace } = useApp()
  const projectId = useStore(workspace.store, (state) => state.project?.projectId)
  const [read, setRead] = useState<{ of: string; answer: Envelope<ReceiptView> } | null>(null)
  useEffect(() => {
    if (projectId === undefined || receiptId === null) return
    let stale = false
    void ipc.invoke('context:receipt:read', { projectId, receiptId }).then((answer) => {
      if (!stale) setRead({ of: receiptId, answer })
    })
    return () => {
      stale = true
    }
  }, [ipc, projectId, receiptId])
  return read !== null && read.of === receiptId ? read.answer : null
}
