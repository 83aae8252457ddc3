import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { openIndex } from '../../../../main/src/db/open.ts'
import { passageTermsTable } from '../../../../main/src/db/tables/passageTerms.ts'
import { AppError } from '../../../../main/src/lib/appError.ts'
import { sha256Hex } from '../../../../main/src/lib/hash.ts'
import { type Logger, silentLogger } from '../../../../main/src/lib/logger.ts'
import {
  createRetrievalService,
  type RetrievalOptions,
} from '../../../../main/src/services/retrieval/index.ts'

interface Logged {
  readonly level: 'warn' | 'error'
  readonly message: string
  readonly fields: object
}

/** A service over real index files in a temporary folder and books kept in memory. */
export function createFixture(options: Pick<RetrievalOptions, 'aliases' | 'embedding'> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'retrieval-'))
  const books = new Map<string, Map<string, string>>()
  const logged: Logged[] = []
  const reads: string[] = []
  const logger: Logger = {
    ...silentLogger,
    warn: (fields, message) => logged.push({ level: 'warn', message, fields }),
    error: (fields, message) => logged.push({ level: 'error', message, fields }),
  }
  const fileOf = (projectId: string) => join(folder, `${projectId}.sqlite`)
  const book = (projectId: string) => {
    const known = books.get(projectId) ?? new Map<string, string>()
    books.set(projectId, known)
    return known
  }
  const settings: RetrievalOptions = {
    openDatabase: (projectId) => openIndex(fileOf(projectId), logger),
    documents: {
      list: async (projectId) =>
        [...book(projectId)].map(([documentId, text], at) => ({
          documentId,
          title: documentId,
          chapterNumber: at + 1,
          hash: sha256Hex(text),
        })),
      read: async (projectId, documentId) => {
        reads.push(documentId)
        const text = book(projectId).get(documentId)
        if (text === undefined || text.startsWith('<<<<<<<'))
          throw new AppError('NOT_FOUND', { why: 'chapter' })
        return { text, hash: sha256Hex(text) }
      },
    },
    logger,
    ...options,
  }
  const start = () => createRetrievalService(settings)
  let service = start()
  return {
    book,
    fileOf,
    logged,
    reads,
    /** What the service was made with. */
    settings,
    get service() {
      return service
    },
    async restart() {
      await service.dispose()
      service = start()
    },
    /** Another connection to the index, closed after use. */
    inspect<T>(projectId: string, look: (db: Database) => T): T {
      const db = openIndex(fileOf(projectId), silentLogger)
      try {
        passageTermsTable(db).checkIntegrity()
        return look(db)
      } finally {
        db.close()
      }
    },
    async dispose() {
      await service.dispose()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Fixture = ReturnType<typeof createFixture>

/** Everything an index holds, in terms of the book, so that two ways to the same book can be compared. */
export function contentsOf(db: Database): unknown {
  const passages = db.prepare(
    `SELECT document_id, hash, d.characters, position, from_offset, to_offset, text FROM documents d
     LEFT JOIN passages p ON p.id / 1048576 = d.key ORDER BY position, from_offset`,
  )
  const vocabulary = db.prepare('SELECT term, doc, cnt FROM passage_vocabulary ORDER BY term')
  return { passages: passages.all(), vocabulary: vocabulary.all() }
}

/** A paragraph long enough to be a passage of its own, with one sentence of interest in it. */
export function paragraph(sentence: string, seed: number): string {
  const filler = Array.from({ length: 330 }, (_, at) =>
    String.fromCodePoint(0x5200 + ((seed * 7919 + at * at * 31 + at * seed * 13) % 6000)),
  )
  for (let at = 25; at < filler.length; at += 25) filler[at] = '，'
  return `\u3000\u3000${filler.slice(0, 165).join('')}。${sentence}${filler.slice(165).join('')}。\n`
}
