export const today = {
  title: 'Words today',
  close: 'Close',
  words: '{{n}} words today',
  ofGoal: '{{n}} / {{goal}} words today',
  reached: 'goal reached',
  counted:
    'What every chapter is longer than when the day began, added up. A chapter made shorter takes nothing from another; imports, tasks, replacing in the book and other programs do not count.',
  fromAi: '{{ai}} of them accepted from AI',
  noAi: 'None of them is from AI.',
  goal: 'Goal of a day (words)',
  goalHint: 'Empty or 0 means no goal. Accepted AI text counts too, and is told apart.',
  goalRefused: 'Please enter a whole number up to {{most}}.',
}
