import type { CodexLoss } from '#contract/codex.ts'
import type { ChannelInput } from '#contract/index.ts'

/** A kind of file that a codex can become. */
export type ExportFormat = ChannelInput<'codex:export'>['format']

/** Takes over foreign lorebooks and gives one out; everything that could not be mapped is in `loss`. */
export interface CodexExchange {
  /**
   * Imports World Info, a lorebook or a character card; nothing is written unless all of it can be read, and when
   * `signal` aborts, what was written is removed. @throws AppError IMPORT_UNSUPPORTED, IMPORT_BROKEN, FILE_TOO_LARGE.
   */
  import(
    projectId: string,
    upload: { readonly fileName: string; readonly base64: string },
    signal?: AbortSignal,
  ): Promise<{ readonly entries: number; readonly loss: readonly CodexLoss[] }>
  /** @throws AppError CANCELLED, FILE_TOO_LARGE when the file would not fit into an answer. */
  export(
    projectId: string,
    format: ExportFormat,
    signal?: AbortSignal,
  ): Promise<{
    readonly fileName: string
    /** As `encoding` says. */
    readonly content: string
    readonly encoding: 'utf8' | 'base64'
    readonly entries: number
    readonly loss: readonly CodexLoss[]
  }>
}
