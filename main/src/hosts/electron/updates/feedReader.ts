import { createHash, verify } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { parse } from 'yaml'
import { z } from 'zod'
import { AppError, isAppError } from '../../../lib/appError.ts'
import { createOutgoingFetch } from '../../../lib/outgoingFetch.ts'
import { isUpdateUrl, type UpdateFeed } from './updateFeed.ts'

/** Of a channel file or a signature, in bytes. */
const maxTextBytes = 262_144
/** Of a program, in bytes. */
const maxFileBytes = 1_073_741_824

const fileSchema = z.looseObject({
  /** Relative to the feed, or absolute. */
  url: z.string().min(1).max(2000),
  /** Base64. */
  sha512: z.string().length(88),
  /** In bytes. */
  size: z.int().min(1).max(maxFileBytes),
})
/** What electron-builder writes into a channel file, as far as it is used. */
const channelSchema = z.looseObject({
  version: z.string().min(1).max(100),
  files: z.array(fileSchema).min(1).max(20),
  /** Of the computers that get it, 0 to 100; absent: all. */
  stagingPercentage: z.number().min(0).max(100).optional(),
  /** Of the system's kernel, as semver. */
  minimumSystemVersion: z.string().max(100).optional(),
})

/** A version that the owner has signed. */
type SignedVersion = z.infer<typeof channelSchema>

/** A file of a signed version. */
interface SignedFile {
  readonly url: URL
  /** Base64. */
  readonly sha512: string
  /** In bytes. */
  readonly size: number
}

/** Reads the feed of one owner. */
export interface FeedReader {
  /**
   * The newest version by its channel file, whose signature lies beside it as `….sig`. @throws AppError
   * UPDATE_UNREACHABLE, UPDATE_REFUSED.
   */
  newest(channelFile: string): Promise<SignedVersion>
  /** Writes a file to `path` as it comes; it is of the signed size and hash when this resolves. @throws as `newest`. */
  download(file: SignedFile, path: string, onBytes: (bytes: number) => void): Promise<void>
}

/** `waitMs` is how long an answer, and each part of one, is waited for. */
export function createFeedReader(feed: UpdateFeed, waitMs: number): FeedReader {
  /** One answer, its parts as they come. Nothing is followed to another place. */
  async function* answerOf(url: URL, maxBytes: number): AsyncGenerator<Uint8Array> {
    if (!isUpdateUrl(url)) throw new AppError('UPDATE_REFUSED', { why: 'place', host: url.host })
    const abort = new AbortController()
    let timer = setTimeout(() => abort.abort(), waitMs)
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => abort.abort(), waitMs)
    }
    // Programs are no JSON: their brackets do not count.
    const limits = { maxBytes, maxFrameBytes: maxBytes, maxDepth: Number.POSITIVE_INFINITY }
    const outgoing = createOutgoingFetch(limits)
    try {
      const response = await outgoing.fetch(url, { signal: abort.signal, cache: 'no-store' })
      if (!response.ok || response.body === null) throw unreachable(url)
      for await (const chunk of response.body) {
        wait()
        yield chunk
      }
      if (outgoing.refusal() !== undefined) throw new AppError('UPDATE_REFUSED', { why: 'damaged' })
    } catch (error) {
      if (isAppError(error, 'UPDATE_REFUSED') || isAppError(error, 'UPDATE_UNREACHABLE')) throw error
      if (isAppError(error, 'AI_PROVIDER_REDIRECT'))
        throw new AppError('UPDATE_REFUSED', { why: 'place', host: url.host }, { cause: error })
      throw unreachable(url, error)
    } finally {
      clearTimeout(timer)
      abort.abort()
    }
  }

  async function textAt(name: string): Promise<Buffer> {
    const chunks: Uint8Array[] = []
    for await (const chunk of answerOf(new URL(name, feed.url), maxTextBytes)) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  return {
    async newest(channelFile) {
      const bytes = await textAt(channelFile)
      const signature = Buffer.from((await textAt(`${channelFile}.sig`)).toString('latin1'), 'base64')
      // Version, size and hash of every file are in what is signed: an old program cannot be offered under a new number.
      if (!verify(null, bytes, feed.publicKey, signature))
        throw new AppError('UPDATE_REFUSED', { why: 'signature' })
      const read = channelSchema.safeParse(parse(bytes.toString('utf8')))
      if (!read.success) throw new AppError('UPDATE_REFUSED', { why: 'damaged' }, { cause: read.error })
      return read.data
    },

    async download({ url, sha512, size }, path, onBytes) {
      const hash = createHash('sha512')
      let bytes = 0
      await pipeline(
        answerOf(url, size),
        async function* (chunks) {
          for await (const chunk of chunks) {
            hash.update(chunk)
            bytes += chunk.length
            onBytes(bytes)
            yield chunk
          }
          if (bytes !== size || hash.digest('base64') !== sha512)
            throw new AppError('UPDATE_REFUSED', { why: 'damaged' })
        },
        createWriteStream(path),
      )
    },
  }
}

function unreachable({ host }: URL, cause?: unknown): AppError {
  return new AppError('UPDATE_UNREACHABLE', { host }, { cause })
}
