import { answerCalls, notify } from '../../main/src/lib/workerAnswer.ts'

// A thread for the tests of worker calls: does what it is asked.
export type Task = 'echo' | 'throw' | 'crash' | 'spin'

answerCalls<{ task: Task; text: string }, string>(
  ({ task, text }, isCancelled) => {
    notify(`${task} ${text}`)
    if (task === 'throw') throw Object.assign(new Error(`没有${text}`), { code: 'SQLITE_CORRUPT' })
    // An exception outside of an answer is a crash of the thread.
    if (task === 'crash') process.exit(3)
    while (task === 'spin' && !isCancelled()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
    return `${text}${text.length}`
  },
  () => notify('closed'),
)
