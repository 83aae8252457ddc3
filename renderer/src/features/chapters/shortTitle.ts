/** 第十章　灯塔下的信 → 灯塔下的信, since the number stands before it; a title of only a number stays. */
export const shortTitle = (title: string): string =>
  title.replace(/^第[0-9０-９零〇一二三四五六七八九十百千两]+[章回节卷][\s\u3000:：]+(?=\S)/, '')
