interface Todo {
  readonly text: string
  readonly state: 'pending' | 'doing' | 'done'
}

/** The plan of one task. */
export interface TodoList {
  items(): readonly Todo[]
  set(items: readonly Todo[]): void
  /** The whole list in one line; empty while there is none. */
  recap(): string
}

export function createTodoList(): TodoList {
  let todos: readonly Todo[] = []
  const named = (state: Todo['state']) => todos.filter((todo) => todo.state === state).map(({ text }) => text)
  return {
    items: () => todos,
    set(items) {
      todos = items
    },
    recap() {
      if (todos.length === 0) return ''
      const done = named('done').length
      const parts = [
        `[${done}/${todos.length} done]`,
        ...named('doing').map((text) => `In progress: ${text}.`),
        ...(named('pending').length > 0 ? [`Pending: ${named('pending').join('; ')}.`] : []),
      ]
      return parts.join(' ')
    },
  }
}
