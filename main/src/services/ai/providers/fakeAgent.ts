/**
 * The steps of the offline example, so that the agent can be tried without a key: it makes a plan, lists the
 * chapters, reads the first and reports that it is an example. It changes nothing. `prompt`: all that was sent.
 */
export function fakeAgentStep(prompt: string, language: 'zh' | 'en'): string {
  const observations = prompt.match(/^Observation: /gm)?.length ?? 0
  const wording = steps[language]
  const plan = (done: number) =>
    JSON.stringify({
      todos: wording.plan.map((text, at) => ({
        text,
        state: at < done ? 'done' : at === done ? 'doing' : 'pending',
      })),
    })
  if (observations === 0) return `Thought: ${wording.first}\nAction: TodoWrite[${plan(0)}]`
  if (observations === 1) return `Thought: ${wording.listChapters}\nAction: LS[{"path": "manuscript"}]`
  if (observations === 2) return `Thought: ${wording.next}\nAction: TodoWrite[${plan(1)}]`
  const listed = prompt.split(/^Observation: /m)[2] ?? ''
  const chapter = /manuscript\/[^\s"\\]+\.md|\b\d{3}-[^\s"\\/]+\.md/.exec(listed)?.[0]
  if (observations === 3 && chapter !== undefined) {
    const path = chapter.startsWith('manuscript/') ? chapter : `manuscript/${chapter}`
    return `Thought: ${wording.read}\nAction: Read[${JSON.stringify({ path })}]`
  }
  if (observations === (chapter === undefined ? 3 : 4))
    return `Thought: ${wording.next}\nAction: TodoWrite[${plan(wording.plan.length)}]`
  return `Thought: ${wording.last}\nFinish[${wording.answer}]`
}

const steps = {
  zh: {
    plan: ['看看有哪些章节', '读第一章', '告诉作者'],
    first: '先列出计划。',
    listChapters: '看看这部作品有哪些章节。',
    read: '读第一章，知道故事从哪里开始。',
    next: '勾掉做完的。',
    last: '示例到这里就够了。',
    answer:
      '这是离线示例，不是真的模型：它只演示任务怎样一步一步地做，没有改动任何文字。在设置里添加模型服务之后，就可以让它在整本书里查找、核对和修改了。',
  },
  en: {
    plan: ['See which chapters there are', 'Read the first chapter', 'Tell the author'],
    first: 'First a plan.',
    listChapters: 'See which chapters this book has.',
    read: 'Read the first chapter to know where the story begins.',
    next: 'Tick off what is done.',
    last: 'This is enough for an example.',
    answer:
      'This is the offline example, not a real model: it only shows how a task goes on step by step, and has changed nothing. Add a model service in the settings, and it can search, check and change the whole book.',
  },
} as const
