import { parentPort, workerData } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'
import { systemCode } from '../../lib/appError.ts'
import type { WorkerMessage, WriteTask } from './indexWriter.ts'
import { createProjectIndex } from './projectIndex.ts'
import { writeSteps } from './writeTask.ts'

const { path, cancelled } = workerData as { path: string; cancelled: Int32Array }
const db = new SqliteDatabase(path, { timeout: 10_000 })
db.pragma('synchronous = NORMAL')
const index = createProjectIndex(db, (revision, changes) => send({ revision, changes }))

function send(message: WorkerMessage): void {
  parentPort?.postMessage(message)
}

/** A task is cancelled when the shared cell has reached its number. */
function isCancelled(task: number): boolean {
  return Atomics.load(cancelled, 0) >= task
}

function perform({ task, write }: WriteTask): void {
  if (isCancelled(task)) return
  for (const _ of writeSteps(index, write)) if (isCancelled(task)) return
}

parentPort?.on('message', (message: WriteTask | 'close') => {
  if (message === 'close') {
    index.close()
    parentPort?.close()
    return
  }
  try {
    perform(message)
    send({ task: message.task })
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    send({ task: message.task, failed: { message: text, code: systemCode(error) } })
  }
})
