import { type Answer, beat, item } from './chineseAnswers.ts'

export const englishAnswers: readonly Answer[] = [
  {
    habit: 'headings of chapters with a colon, a paragraph below, an offer at the end',
    answer: `Here's a plan for the next three chapters:

## Chapter 12: The Night Crossing
They drift past three bends without a lamp.

## Chapter 13: The Broken Bridge
Wei counts the boats and one is missing.

## Chapter 14: The Old Letter
The hand is his father's, the date three years after his death.

Would you like me to expand any of these?`,
    kind: 'chapters',
    items: [
      item('Chapter 12: The Night Crossing', 'They drift past three bends without a lamp.'),
      item('Chapter 13: The Broken Bridge', 'Wei counts the boats and one is missing.'),
      item('Chapter 14: The Old Letter', "The hand is his father's, the date three years after his death."),
    ],
  },
  {
    habit: 'bold chapters with an em dash and bullets',
    answer: `**Chapter 5 — Salt**
* Lin tests the lamp oil
* The lampmaker will not talk

**Chapter 6 — Low Tide**
* The register surfaces`,
    kind: 'chapters',
    items: [
      item('Chapter 5: Salt', '', ['Lin tests the lamp oil', 'The lampmaker will not talk']),
      item('Chapter 6: Low Tide', '', ['The register surfaces']),
    ],
  },
  {
    habit: 'chapters in words, one a line',
    answer: `Chapter One: Homecoming - Lin recognises the boat at the quay.
Chapter Two: Thirty-three Steps - One step is gone.`,
    kind: 'chapters',
    items: [
      item('Chapter One: Homecoming', 'Lin recognises the boat at the quay.'),
      item('Chapter Two: Thirty-three Steps', 'One step is gone.'),
    ],
  },
  {
    habit: 'a numbered list of chapters with quoted titles',
    answer: `1. **Chapter 21: "Tide Mail"** – Shen changes his story.
2. **Chapter 22: "The Ledger"** – Madam Xu hides the ledger in the rice.`,
    kind: 'chapters',
    items: [
      item('Chapter 21: Tide Mail', 'Shen changes his story.'),
      item('Chapter 22: The Ledger', 'Madam Xu hides the ledger in the rice.'),
    ],
  },
  {
    habit: 'chapters with labelled parts and a list of beats',
    answer: `### Chapter 31: The Empty Boat

**Summary:** An empty boat drifts back.

**Beats:**
1. Fishermen find nobody aboard
2. The lamp is still warm

**Hook:** Lin's name is cut into the keel.

---

Let me know if you want more detail!`,
    kind: 'chapters',
    items: [
      item(
        'Chapter 31: The Empty Boat',
        "Summary: An empty boat drifts back.\nHook: Lin's name is cut into the keel.",
        ['Fishermen find nobody aboard', 'The lamp is still warm'],
      ),
    ],
  },
  {
    habit: 'a table of chapters',
    answer: `| Chapter | Title | What happens |
|---|---|---|
| Chapter 7 | The Old Pier | Lin finds where the lamp sank |
| Chapter 8 | Salt Store | Wei is followed |`,
    kind: 'chapters',
    items: [
      item('Chapter 7: The Old Pier', 'Lin finds where the lamp sank'),
      item('Chapter 8: Salt Store', 'Wei is followed'),
    ],
  },
  {
    habit: 'beats as a numbered list with bold leads',
    answer: `Beats for this scene:

1. **The letter:** the hand is his father's.
2. **The denial:** Shen says he never came.
3. **The tide:** the water reaches the third step.`,
    kind: 'beats',
    items: [
      beat("The letter: the hand is his father's."),
      beat('The denial: Shen says he never came.'),
      beat('The tide: the water reaches the third step.'),
    ],
  },
  {
    habit: 'plain bullets that wrap over lines',
    answer: `- Lin climbs the tower
  and the lamp is out
- Wet prints on the steps
- They end at the thirty-third`,
    kind: 'beats',
    items: [
      beat('Lin climbs the tower\nand the lamp is out'),
      beat('Wet prints on the steps'),
      beat('They end at the thirty-third'),
    ],
  },
  {
    habit: 'acts as headings, beats below',
    answer: `## Beat sheet

### Opening
- A knock in the rain
- Zan does not answer

### Climax
- Half a slip comes under the door`,
    kind: 'beats',
    items: [
      beat('A knock in the rain'),
      beat('Zan does not answer'),
      beat('Half a slip comes under the door'),
    ],
  },
  {
    habit: 'directions with nested points',
    answer: `Two directions:

1) **The letter is forged**
   - Shen copied the hand
2) **The letter is real**
   - The father lives`,
    kind: 'beats',
    items: [beat('The letter is forged\nShen copied the hand'), beat('The letter is real\nThe father lives')],
  },
  {
    habit: 'characters as headings with fields',
    answer: `## Characters

### Lin Yuan
- **Role:** the lightkeeper's son
- **Personality:** silent, bears grudges

### Zan (Madam Xu's ward)
- **Role:** waits at the inn`,
    kind: 'cards',
    items: [
      item('Lin Yuan', "Role: the lightkeeper's son\nPersonality: silent, bears grudges"),
      item('Zan', "Madam Xu's ward\nRole: waits at the inn"),
    ],
  },
  {
    habit: 'characters as a list of bold names with a dash',
    answer: `New characters:

- **Old Wei** – a ferryman who saw who came aboard.
- **Shen Boyong** – the clerk who altered the slip.`,
    kind: 'cards',
    items: [
      item('Old Wei', 'a ferryman who saw who came aboard.'),
      item('Shen Boyong', 'the clerk who altered the slip.'),
    ],
  },
  {
    habit: 'threads to plant',
    answer: `### Foreshadowing you could plant
- **The letter**: planted in chapter 10, paid in chapter 40.
- **The knife**: Wei never takes his coat off.`,
    kind: 'threads',
    items: [
      item('The letter', 'planted in chapter 10, paid in chapter 40.'),
      item('The knife', 'Wei never takes his coat off.'),
    ],
  },
  {
    habit: 'abbreviated chapters in a code fence',
    answer: '```\nCh. 3: Homecoming\nLin is back.\n\nCh. 4: The Steps\nOne is gone.\n```',
    kind: 'chapters',
    items: [item('Ch. 3: Homecoming', 'Lin is back.'), item('Ch. 4: The Steps', 'One is gone.')],
  },
  {
    habit: 'beats that are counted in words, one a line',
    answer: 'Here are the beats:\n\nBeat 1: Lin climbs.\nBeat 2: The lamp is out.',
    kind: 'beats',
    items: [beat('Lin climbs.'), beat('The lamp is out.')],
  },
  {
    habit: 'threads with a dash and no bold',
    answer:
      'Some foreshadowing threads:\n\n* The letter — planted in chapter 10\n* The knife — never explained',
    kind: 'threads',
    items: [item('The letter', 'planted in chapter 10'), item('The knife', 'never explained')],
  },
  {
    habit: 'a paragraph of prose with nothing to list',
    answer: 'Lin knows less than the reader at this point, so the letter can wait until the tide turns.',
    kind: 'beats',
    items: [
      beat('Lin knows less than the reader at this point, so the letter can wait until the tide turns.'),
    ],
  },
]
