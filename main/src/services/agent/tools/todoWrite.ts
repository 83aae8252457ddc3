import { z } from 'zod'
import { makeTool, type ToolDependencies } from './makeTool.ts'
import type { Tool } from './tool.ts'

const schema = z.strictObject({
  todos: z
    .array(
      z.strictObject({
        text: z.string().trim().min(1).max(500),
        state: z.enum(['pending', 'doing', 'done']),
      }),
    )
    .max(100),
})

/** Stores the plan of the task; each call gives the whole list. */
export function createTodoWriteTool(dependencies: ToolDependencies): Tool {
  return makeTool(dependencies, {
    name: 'TodoWrite',
    kind: 'todo',
    schema,
    describe: {
      zh: 'TodoWrite[{"todos": [{"text": "通读第一到十章", "state": "doing"}]}]：写下整个计划，每次给出完整的列表。state 是 pending、doing 或 done。',
      en: 'TodoWrite[{"todos": [{"text": "Read chapters 1 to 10", "state": "doing"}]}]: keeps the plan; give the whole list each time. state is pending, doing or done.',
    },
    async run({ todos }, context) {
      context.todos.set(todos)
      const recap = context.todos.recap()
      return { status: 'success', data: { recap, todos }, text: recap }
    },
  })
}
