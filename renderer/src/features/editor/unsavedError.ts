import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import { errorPayload } from '../../../../main/src/contract/sentences/errorSentence.ts'
import type { EditorStatus } from './editorStore.ts'

/** Why the open chapter has no stored text to go on from: it could not be opened, or saved, or waits for a decision. */
export function unsavedError({
  phase,
  error,
  save,
}: Pick<EditorStatus, 'phase' | 'error' | 'save'>): ErrorPayload {
  if (phase === 'failed' && error !== null) return error
  return save.kind === 'failed' ? save.error : errorPayload('CONFLICT', { why: 'unsaved' })
}
