import { parentPort, workerData } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'
import { systemCode } from '../../lib/appError.ts'
import { createDocumentWriter, emptyDocument, removeDocument } from './documentWriter.ts'
import type { WorkerMessage, WriteTask } from './indexWriter.ts'
import { createProjectIndex } from './projectIndex.ts'

const mergePages = 64
const maxMerges = 200

const { path, cancelled } = workerData as { path: string; cancelled: Int32Array }
const db = new SqliteDatabase(path, { timeout: 10_000 })
db.pragma('synchronous = NORMAL')
const index = createProjectIndex(db, (revision, changes) => send({ revision, changes }))

function send(message: WorkerMessage): void {
  parentPort?.postMessage(message)
}

/** A task number is cancelled when the shared cell has reached it. */
function isCancelled(task: number): boolean {
  return Atomics.load(cancelled, 0) >= task
}

function perform(task: WriteTask): void {
  switch (task.kind) {
    case 'remove':
      removeDocument(index, task.key)
      break
    case 'empty':
      emptyDocument(index, task.key)
      break
    case 'merge':
      for (let round = 0; round < maxMerges && !isCancelled(task.task); round++) {
        if (!index.terms.merge(mergePages)) break
      }
      break
    case 'write': {
      const writeNext = createDocumentWriter(index, task.key, task)
      let complete = false
      while (!complete && !isCancelled(task.task)) complete = writeNext()
    }
  }
}

parentPort?.on('message', (task: WriteTask | 'close') => {
  if (task === 'close') {
    index.close()
    parentPort?.close()
    return
  }
  try {
    if (!isCancelled(task.task)) perform(task)
    send({ task: task.task })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    send({ task: task.task, failed: { message, code: systemCode(error) } })
  }
})
