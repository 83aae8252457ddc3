export const today = {
  title: '今日字数',
  close: '关闭',
  words: '今日 {{n}} 字',
  ofGoal: '今日 {{n}} / {{goal}} 字',
  reached: '已到目标',
  counted:
    '各章比今天开始时多出的字加在一起。哪一章删短了，不从别的章里扣；导入、任务、全书替换和别的程序写的不算。',
  fromAi: '其中采纳 AI 的 {{ai}} 字',
  noAi: '没有采纳 AI 的字。',
  goal: '每天的目标（字）',
  goalHint: '空着或写 0，就不设目标。采纳的 AI 文字也算在内，另外标出。',
  goalRefused: '请写一个不超过 {{most}} 的整数。',
} as const
