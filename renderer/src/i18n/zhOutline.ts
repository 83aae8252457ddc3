/** Words of the outline. */
export const outline = {
  title: '大纲',
  close: '关闭大纲',
  about: '每章一张卡片：章名按 F2 改，拖动或按 Alt+↑、Alt+↓ 换次序，计划和梗概写在卡片上。',
} as const
