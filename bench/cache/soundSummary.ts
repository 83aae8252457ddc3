/** What of the prompt for a summary has to be in it, as it lists it. */
const requiredIn = (asked: string) =>
  [
    ...asked.matchAll(
      /^(?:这些名字都要写到：|这些数字都要写到：|All these (?:names|numbers) must be in it: )(.*)$/gm,
    ),
  ].map(([, list = '']) => list)

/** A summary in the form of the template that has what its prompt demands; `goal` is what the talk was about. */
export function soundSummary(goal: string, asked: string, pinned = ''): string {
  const threads = [...requiredIn(asked), ...(pinned === '' ? [] : [pinned])]
  return [
    '### 🎯 Objectives & Status',
    `* **Original Goal**: ${goal}`,
    '### 🏗️ Technical Context (Static)',
    '* 无',
    '### ✅ Completed Milestones (The "Done" Pile)',
    '* 无',
    '### 🧠 Key Insights & Decisions (Persistent Memory)',
    '* **Decisions**: 无',
    '### 🧵 Open Threads',
    ...(threads.length > 0 ? threads : ['无']).map((item) => `* ${item}`),
    '### 🤝 Promises',
    '* 无',
    '### 👁 Who Knows What',
    '* 无',
    '### 📂 File System State (Snapshot)',
    '* 无',
  ].join('\n')
}
