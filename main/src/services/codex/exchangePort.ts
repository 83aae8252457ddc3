import type { CodexLoss } from '#contract/codex.ts'

/** Takes over foreign lorebooks and gives one out; everything that could not be mapped is in `loss`. */
export interface CodexExchange {
  import(
    projectId: string,
    upload: { readonly fileName: string; readonly base64: string },
  ): Promise<{ readonly entries: number; readonly loss: readonly CodexLoss[] }>
  export(
    projectId: string,
    format: 'worldinfo',
  ): Promise<{
    readonly fileName: string
    readonly content: string
    readonly entries: number
    readonly loss: readonly CodexLoss[]
  }>
}
