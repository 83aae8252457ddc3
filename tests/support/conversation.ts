import type { Conversation } from '../../main/src/contract/creonow.ts'
import { idOf } from './chapterId.ts'

/** A conversation of one pinned message. */
export const conversation = (part: Partial<Conversation> = {}): Conversation => ({
  version: 1,
  id: 'c1',
  title: '灯塔下的信',
  documentId: idOf('manuscript/010-灯塔下的信.md'),
  createdAt: '2026-11-21T08:00:00.000Z',
  updatedAt: '2026-11-21T08:00:00.000Z',
  events: [
    {
      id: 'e1',
      type: 'user',
      role: 'user',
      content: '𠮷野家的信写了什么？',
      timestamp: '2026-11-21T08:00:00.000Z',
      metadata: { pinned: true },
    },
  ],
  ...part,
})
