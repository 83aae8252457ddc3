import type { ExtractItem, ExtractKind } from '../../../../renderer/src/features/extract/extract.ts'

/** An answer as a model writes it, and what is to be made of it. */
export interface Answer {
  /** Whose habit it is, or what is special. */
  readonly habit: string
  readonly answer: string
  readonly kind: ExtractKind
  readonly items: readonly ExtractItem[]
}

export const item = (title: string, text = '', beats: readonly string[] = []): ExtractItem => ({
  title,
  text,
  beats,
})
export const beat = (text: string): ExtractItem => item('', text)

export const chineseAnswers: readonly Answer[] = [
  {
    habit: 'headings with numbers of chapters, a paragraph below each, and an offer at the end',
    answer: `好的，以下是后面三章的规划：

### 第407章 夜渡
宋江趁夜偷渡过江，船到三道湾遇巡检。

### 第408章 断桥
魏伯在桥上数船，发现少了一只。

### 第409章 旧信
信是父亲的笔迹，日子却在他死后第三年。

如果需要，我可以继续细化每一章的节拍。`,
    kind: 'chapters',
    items: [
      item('第407章 夜渡', '宋江趁夜偷渡过江，船到三道湾遇巡检。'),
      item('第408章 断桥', '魏伯在桥上数船，发现少了一只。'),
      item('第409章 旧信', '信是父亲的笔迹，日子却在他死后第三年。'),
    ],
  },
  {
    habit: 'bold chapters with lists of labelled points',
    answer: `**第十二章：夜渡**
- 宋江不点灯，顺水漂过三道湾
- 巡检的火把照到船尾
- 阎婆惜在芦苇里出声

**第十三章：断桥**
- 魏伯数船
- 桥板被人锯过`,
    kind: 'chapters',
    items: [
      item('第十二章 夜渡', '', ['宋江不点灯，顺水漂过三道湾', '巡检的火把照到船尾', '阎婆惜在芦苇里出声']),
      item('第十三章 断桥', '', ['魏伯数船', '桥板被人锯过']),
    ],
  },
  {
    habit: 'one chapter a line, title and plan divided by a full-width colon',
    answer: `第三章 回港：林远在码头认出父亲的旧船。
第四章 三十三级：灯塔的台阶少了一级。
第五章 数水谣：阿簪念出下一句。`,
    kind: 'chapters',
    items: [
      item('第三章 回港', '林远在码头认出父亲的旧船。'),
      item('第四章 三十三级', '灯塔的台阶少了一级。'),
      item('第五章 数水谣', '阿簪念出下一句。'),
    ],
  },
  {
    habit: 'a numbered list of chapters with bold titles in book marks',
    answer: `1. **第21章《潮信》**：沈伯庸改口，说那夜他在港务处。
2. **第22章《账本》**：许三娘把账本藏进米缸。
3. **第23章《退潮》**：名册露出水面。`,
    kind: 'chapters',
    items: [
      item('第21章 潮信', '沈伯庸改口，说那夜他在港务处。'),
      item('第22章 账本', '许三娘把账本藏进米缸。'),
      item('第23章 退潮', '名册露出水面。'),
    ],
  },
  {
    habit: 'chapters below headings of volumes, points with labels',
    answer: `## 第二卷 尘埃

### 第31章 空船
**核心事件**：空船漂回港口。
**节拍**：
1. 渔民发现船上没有人
2. 舱里的灯还是热的
**结尾钩子**：船底刻着林远的名字。

### 第32章 验灯
**核心事件**：林远验灯油。
**节拍**：
1. 油里有盐
2. 老灯匠不肯开口

---
以上规划可以根据您的需要调整。`,
    kind: 'chapters',
    items: [
      item('第31章 空船', '核心事件：空船漂回港口。\n结尾钩子：船底刻着林远的名字。', [
        '渔民发现船上没有人',
        '舱里的灯还是热的',
      ]),
      item('第32章 验灯', '核心事件：林远验灯油。', ['油里有盐', '老灯匠不肯开口']),
    ],
  },
  {
    habit: 'a table of chapters',
    answer: `| 章节 | 标题 | 内容 |
| --- | --- | --- |
| 第7章 | 旧码头 | 林远找到沉灯的位置 |
| 第8章 | 盐仓 | 魏伯被人跟踪 |`,
    kind: 'chapters',
    items: [item('第7章 旧码头', '林远找到沉灯的位置'), item('第8章 盐仓', '魏伯被人跟踪')],
  },
  {
    habit: 'beats of this chapter as a numbered list with bold leads',
    answer: `这一章可以分成这几步：

1. **拆信**：字迹是父亲的。
2. **对质**：沈伯庸否认来过。
3. **涨潮**：潮水淹到第三级台阶，他不得不走。

您觉得哪一步需要加强？`,
    kind: 'beats',
    items: [
      beat('拆信：字迹是父亲的。'),
      beat('对质：沈伯庸否认来过。'),
      beat('涨潮：潮水淹到第三级台阶，他不得不走。'),
    ],
  },
  {
    habit: 'Chinese numerals with an enumeration comma',
    answer: `一、林远上塔，灯没有点。
二、台阶上有湿脚印。
三、脚印到第三十三级就没有了。`,
    kind: 'beats',
    items: [beat('林远上塔，灯没有点。'), beat('台阶上有湿脚印。'), beat('脚印到第三十三级就没有了。')],
  },
  {
    habit: 'beats grouped below headings of acts',
    answer: `## 本章节拍

### 开端
- 雨里有人敲门
- 阿簪没有应

### 高潮
- 门缝里塞进半张派单

### 结尾
- 派单上是她自己的字`,
    kind: 'beats',
    items: [beat('雨里有人敲门'), beat('阿簪没有应'), beat('门缝里塞进半张派单'), beat('派单上是她自己的字')],
  },
  {
    habit: 'circled numbers without blanks',
    answer: `①许三娘合上账本
②她听见楼上有脚步
③米缸被挪过`,
    kind: 'beats',
    items: [beat('许三娘合上账本'), beat('她听见楼上有脚步'), beat('米缸被挪过')],
  },
  {
    habit: 'five directions of a brainstorm with nested points',
    answer: `以下是五个方向中的两个：

1. **信是假的**
   - 笔迹是沈伯庸仿的
   - 目的是引他回港
2. **信是真的**
   - 父亲没有死`,
    kind: 'beats',
    items: [beat('信是假的\n笔迹是沈伯庸仿的\n目的是引他回港'), beat('信是真的\n父亲没有死')],
  },
  {
    habit: 'people as headings with fields',
    answer: `# 人物设定

## 1. 林远
- **身份**：灯塔看守的儿子
- **性格**：沉默，记仇

## 2. 阿簪（许三娘的养女）
- **身份**：客栈跑堂
- **秘密**：会数水谣的最后一句`,
    kind: 'cards',
    items: [
      item('林远', '身份：灯塔看守的儿子\n性格：沉默，记仇'),
      item('阿簪', '许三娘的养女\n身份：客栈跑堂\n秘密：会数水谣的最后一句'),
    ],
  },
  {
    habit: 'people as a list of bold names',
    answer: `新人物：

- **魏伯**（六十岁，渡工）：知道那夜谁上过船。
- **沈伯庸**：港务处的老派单员，改过派单。`,
    kind: 'cards',
    items: [item('魏伯', '六十岁，渡工\n知道那夜谁上过船。'), item('沈伯庸', '港务处的老派单员，改过派单。')],
  },
  {
    habit: 'threads with where they are planted and paid',
    answer: `### 可以埋的伏笔
1. **那封信**：第10章埋下，第40章收。
2. **袖里刀**：魏伯从不脱外衣。`,
    kind: 'threads',
    items: [item('那封信', '第10章埋下，第40章收。'), item('袖里刀', '魏伯从不脱外衣。')],
  },
  {
    habit: 'thoughts of the model before the answer, full-width numbers',
    answer: `<think>
用户要三章。
第一章：先想想
</think>

第１章　浸水的信
林远收到一封泡过水的信。

第２章　客栈
他住进许记。`,
    kind: 'chapters',
    items: [item('第１章 浸水的信', '林远收到一封泡过水的信。'), item('第２章 客栈', '他住进许记。')],
  },
  {
    habit: 'a numbered list without numbers of chapters, where the first line speaks of chapters',
    answer: '接下来三章可以这样安排：\n\n1. **夜渡**：船到三道湾遇巡检。\n2. **断桥**：魏伯数船。',
    kind: 'chapters',
    items: [item('夜渡', '船到三道湾遇巡检。'), item('断桥', '魏伯数船。')],
  },
  {
    habit: 'numbers of chapters in brackets, one a line',
    answer: '【第一章】浸水的信：林远收到信。\n【第二章】客栈：他住进许记。',
    kind: 'chapters',
    items: [item('第一章 浸水的信', '林远收到信。'), item('第二章 客栈', '他住进许记。')],
  },
  {
    habit: 'quotation marks of Markdown and a middle dot behind the number',
    answer: '> **第8回 · 断桥**\n> 魏伯数船。\n\n> **第9回 · 旧信**\n> 信到了。',
    kind: 'chapters',
    items: [item('第8回 断桥', '魏伯数船。'), item('第9回 旧信', '信到了。')],
  },
  {
    habit: 'prose that speaks of chapters by their numbers',
    answer: '当然可以。第10章里，林远已经知道信是假的，所以第11章要写他去找沈伯庸。',
    kind: 'beats',
    items: [beat('当然可以。第10章里，林远已经知道信是假的，所以第11章要写他去找沈伯庸。')],
  },
]
