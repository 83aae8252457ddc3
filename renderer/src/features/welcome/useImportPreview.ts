import { useEffect, useRef, useState } from 'react'
import type { ChannelOutput } from '#contract/index.ts'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import { useIpc } from '../../app/AppContext.tsx'
import type { ImportChoice } from '../../app/workspace.ts'
import { readBase64 } from './readBase64.ts'

export type Preview = ChannelOutput<'import:preview'>

export type PreviewState =
  | { readonly kind: 'none' | 'lost' }
  /** With what was seen of the same file before. */
  | { readonly kind: 'reading'; readonly preview?: Preview }
  | { readonly kind: 'failed'; readonly error: ErrorPayload }
  | { readonly kind: 'ready'; readonly preview: Preview; readonly base64: string }

/** What main would make of the chosen file; asked again with every choice. The last answer that counts wins. */
export const useImportPreview = (file: File | null, choice: ImportChoice): PreviewState => {
  const ipc = useIpc()
  const [state, setState] = useState<PreviewState>({ kind: 'none' })
  const lastPreview = useRef<{ readonly file: File; readonly preview: Preview }>(null)
  const { encoding, headings, join } = choice
  useEffect(() => {
    if (file === null) {
      setState({ kind: 'none' })
      return
    }
    const abort = new AbortController()
    const load = async () => {
      const before = lastPreview.current
      setState(before?.file === file ? { kind: 'reading', preview: before.preview } : { kind: 'reading' })
      const base64 = await readBase64(file)
      const upload = { fileName: file.name, base64 }
      const input = {
        upload,
        ...(encoding && { encoding }),
        ...(headings && { headings }),
        ...(join && { join }),
      }
      const answer = await ipc.invoke('import:preview', input, { signal: abort.signal })
      if (abort.signal.aborted) return
      if (answer.ok) lastPreview.current = { file, preview: answer.data }
      setState(
        answer.ok ? { kind: 'ready', preview: answer.data, base64 } : { kind: 'failed', error: answer.error },
      )
    }
    load().catch((cause: unknown) => {
      console.warn('file', cause)
      if (!abort.signal.aborted) setState({ kind: 'lost' })
    })
    return () => abort.abort()
  }, [ipc, file, encoding, headings, join])
  return state
}
