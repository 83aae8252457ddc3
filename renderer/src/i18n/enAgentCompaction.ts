import type { agentCompaction as zh } from './zhAgentCompaction.ts'

/** Words of a task before which the older part of its conversation was archived. */
export const agentCompaction: Record<keyof typeof zh, string> = {
  summary:
    'From now on the model reads a summary, which you can read, change and undo under Chat. Every message is still here, and is found again when you ask about it.',
  failed: 'The older part could not be archived this time and is sent as it is; the next task tries again.',
}
