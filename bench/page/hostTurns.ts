import { isMainThread } from 'node:worker_threads'
import { watchBlocks } from '../eventLoop.ts'

/**
 * Loaded before the web host's own modules: watches the turns of its main thread. A message `{ begin }` names what is
 * under way from now on; `{ tell }` is answered with the longest turns so far.
 */
export type HostQuestion = { readonly begin: string } | { readonly tell: true }

if (isMainThread && process.send !== undefined) {
  const blocks = watchBlocks()
  process.on('message', (question: HostQuestion) => {
    if ('begin' in question) blocks.begin(question.begin)
    else process.send?.(Object.fromEntries(blocks.longest()))
  })
  process.channel?.unref()
}
