/** Words of a task before which the older part of its conversation was archived. */
export const agentCompaction = {
  summary: '模型以后读到的是一份摘要，在“对话”里可以看、改和撤销。原来的话都还在，问到时会再找出来。',
  failed: '较早的部分这次没有整理成，先照原样发送；下一件任务会再试。',
} as const
