import { useStore } from 'zustand'
import { useContextModel, useEditor, useProjectId } from '../../app/AppContext.tsx'
import { type ChannelQuery, useChannelQuery } from '../../ipc/queries.ts'
import type { ReceiptLine, ReceiptView } from './contextModel.ts'

/** A receipt of this project. Until it has come, another one of the open chapter stays. */
export const useReceipt = (receiptId: string | null): ChannelQuery<ReceiptView> => {
  const projectId = useProjectId()
  const editor = useEditor()
  const documentId = useStore(editor.store, (state) => state.documentId)
  return useChannelQuery('context:receipt:read', receiptId === null ? null : { projectId, receiptId }, {
    showPreviousIf: ({ receipt }) => receipt.documentId === documentId,
  })
}

/** The receipt that the viewer shows: of the preview, or of the run that was chosen. */
export const useShownReceipt = (): ChannelQuery<ReceiptView> & { readonly isLoading: boolean } => {
  const context = useContextModel()
  const receiptId = useStore(context.store, ({ shown, preview }) =>
    shown === 'preview' ? (preview?.receiptId ?? null) : shown,
  )
  const { data, error } = useReceipt(receiptId)
  return { data, error, isLoading: receiptId !== null && data === undefined && error === null }
}

/** The runs of the open chapter, newest first, and the one of another chapter that is shown. */
export const useRunReceipts = (): readonly ReceiptLine[] => {
  const context = useContextModel()
  const projectId = useProjectId()
  const editor = useEditor()
  const documentId = useStore(editor.store, (state) => state.documentId)
  const other = useStore(context.store, (state) => state.other)
  const { data } = useChannelQuery('context:receipt:list', {
    projectId,
    ...(documentId === null ? {} : { documentId }),
  })
  const own = data?.receipts ?? []
  return other === null || own.some(({ receiptId }) => receiptId === other.receiptId) ? own : [...own, other]
}
