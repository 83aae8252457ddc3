import { workerData } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'
import { answerCalls, notify } from '../../lib/workerAnswer.ts'
import type { Committed } from './indexWriter.ts'
import { createProjectIndex } from './projectIndex.ts'
import { type Write, writeSteps } from './writeTask.ts'

const db = new SqliteDatabase(String(workerData), { timeout: 10_000 })
db.pragma('synchronous = NORMAL')
const index = createProjectIndex(db, (revision, changes) => notify({ revision, changes } satisfies Committed))

answerCalls<Write, void>(
  (write, isCancelled) => {
    if (isCancelled()) return
    for (const _ of writeSteps(index, write)) if (isCancelled()) return
  },
  () => index.close(),
)
