import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The book of the English pictures, by path in its folder: the sample that comes with the app is in Chinese. */
const files: Readonly<Record<string, string>> = {
  '.creonow/project.json': JSON.stringify({
    id: 'letters-to-fog-harbour',
    name: 'Letters to Fog Harbour',
    language: 'en',
    type: 'novel',
    genre: 'mystery',
    person: 'first',
    tense: 'past',
    synopsis:
      'A copyist of charts gets a letter in the hand of his father, who drowned sixteen years ago, and goes home to a town where nobody wants to speak first.',
    chapters: Object.fromEntries(
      [
        ...['001-The Soaked Letter', '002-The Lamplighter’s Inn', '003-The Harbour Office'],
        ...['004-Thirty-Three Steps', '005-The List of Names', '006-Mrs Hew’s Ledger', '007-Ebb'],
        ...['008-The Letter under the Lighthouse'],
      ].map((name) => [`manuscript/${name}.md`, { pov: 'tom-hale' }]),
    ),
  }),
  '.creonow/rules/style.md':
    'Short sentences. Say what hands and things do, not what hearts feel.\nNobody explains what everybody in the room knows.\nNo dream, no weather that means something.\n',
  '.creonow/rules/constraints.json': JSON.stringify({
    version: 2,
    items: [
      {
        id: 'first-person',
        text: 'Told by Tom in the first person; nothing that he has not seen or heard',
        kind: 'narrative',
        priority: 300,
        updatedAt: '2026-11-21T09:00:00.000Z',
      },
      {
        id: 'no-ghosts',
        text: 'No ghosts: everything strange is something a person could do',
        kind: 'world',
        priority: 200,
        updatedAt: '2026-11-21T09:00:00.000Z',
      },
      {
        id: 'calm',
        text: 'Tom never shouts',
        kind: 'character',
        priority: 200,
        updatedAt: '2026-11-21T09:00:00.000Z',
      },
    ],
  }),
  '.creonow/rules/terminology.json': JSON.stringify({
    terms: [
      { use: 'pilot', avoid: ['navigator', 'guide'], note: 'who brings ships in, and the trade' },
      { use: 'chart', avoid: ['sea map'], note: 'Tom copies number 417' },
      { use: 'fog bell', avoid: ['alarm bell'], note: 'rung by hand, on the outer wall' },
      { use: 'lead', avoid: ['plumb'], note: 'for soundings, armed with tallow' },
    ],
    banned: ['suddenly', 'somehow'],
  }),
  '.creonow/characters/Tom Hale.md':
    '---\nid: tom-hale\nname: Tom Hale\naliases: [Tom]\ntype: character\n---\nCopies charts, asks little. He counts steps and lines when he does not want to think. His father was a pilot.\n',
  '.creonow/characters/Mrs Hew.md':
    '---\nid: mrs-hew\nname: Mrs Hew\naliases: [Ada Hew]\ntype: character\ntags: [inn, ledger]\nrelations:\n  - { to: old-webb, kind: has not spoken to him for sixteen years }\nprogressions:\n  - from: manuscript/006-Mrs Hew’s Ledger.md\n    text: She has shown Tom the ledger of sixteen years and given him the parcel that his father left.\n---\nKeeps the Lamplighter’s Inn. Everything goes into the ledger, a line each. On the first of the month she sends oil, rice and a bag of sugar to the lighthouse, and never a word.\n',
  '.creonow/characters/Old Webb.md':
    '---\nid: old-webb\nname: Old Webb\naliases: [Webb]\ntype: character\n---\nKeeper of the light. He rang the fog bell on the night of the wreck, or says so.\n',
  '.creonow/characters/Edwin Hale.md':
    '---\nid: edwin-hale\nname: Edwin Hale\naliases: [my father]\ntype: character\n---\nTom’s father, a pilot, lost with the Good Hope on the seventeenth of March. He carried a brass whistle.\n',
  '.creonow/items/The brass whistle.md':
    '---\nid: brass-whistle\nname: the brass whistle\naliases: [brass whistle, whistle]\ntype: item\n---\nA pilot’s whistle with a dent. One long and two short: come in on the ebb.\n',
  '.creonow/locations/The lighthouse.md':
    '---\nid: lighthouse\nname: the lighthouse\ntype: location\n---\nThirty-three steps; the seventeenth is newer than the others.\n',
  'manuscript/001-The Soaked Letter.md': `# The Soaked Letter

The letter came on a Tuesday, between two bills. It had been wet. The paper had dried in waves, and the ink had run at the folds, but the address was clear: my name, my street, and the number of the room that I had rented in October.

I knew the hand. The long stroke of the T, and the dot that never sat above its i. I had learned to write from that hand, at a table in Fog Harbour, with a pilot’s almanac under my elbow.

My father had been dead for sixteen years.

I put the letter on the chart that I was copying, number 417, and held it flat with the lead. There were nine words in it. “Come before the seventeenth. Count the steps. Ask her.” It was not signed, and it did not have to be.

I finished the sounding that I had begun. Eleven fathoms, shell and mud. Then I washed the pen and looked for my coat.
`,
  'manuscript/002-The Lamplighter’s Inn.md': `# The Lamplighter’s Inn

The inn had been painted, but not for me. Mrs Hew looked at my boots, then at my bag, and last at my face.

“One night?” she asked.

“Until the seventeenth.”

She turned the ledger round and gave me the pen. I wrote my name. She read it upside down, for a long time, and blotted it as one closes a door.

“The room over the kitchen is warm,” she said. “Breakfast is at six. Nobody here gets letters on Sundays.”

I had not spoken of a letter.

In the night I heard her below me. She was adding. She said each sum aloud, quietly, and at the end of the column she set the beads back, and listened to the last of them.
`,
  'manuscript/003-The Harbour Office.md': `# The Harbour Office

The clerk had the chart on his desk, and it was wrong. Somebody had moved the shoal by a cable’s length, in good ink, sixteen years ago.

“It was surveyed,” said Mr Osgood.

“By whom?”

“By the office.”

I asked for the book of that March. He had it, he said, but the binder had it now. He offered me tea. On the wall behind him hung a list of pilots in gilt letters. My father’s name was the last, and under it somebody had left room for one more.
`,
  'manuscript/004-Thirty-Three Steps.md': `# Thirty-Three Steps

I counted them as I had as a boy, with my hand on the wall. Sixteen were hollow in the middle. The seventeenth was not. It had sharp edges and a colour of its own.

“Mended,” said Old Webb above me. “Stone cracks.”

“When?”

He thought about it, or he let me hear him think. “In a March.”

The light was cold. He had polished the brass until it had no corners. By the lamp stood a bag of sugar, tied with the red thread that they use in the kitchen of the Lamplighter’s Inn.
`,
  'manuscript/005-The List of Names.md': `# The List of Names

The Good Hope had carried nineteen. The stone by the church had eighteen names on it, and I read them twice.

The sexton said that it was a matter of cost. Letters are paid for one by one. He did not say which name had been saved.

I wrote them down on the back of an envelope, in the order of the stone. Then I wrote them in the order in which they would have stood on deck, as my father had taught me: the pilot first.

The pilot was not there.
`,
  'manuscript/006-Mrs Hew’s Ledger.md': `# Mrs Hew’s Ledger

She put it on the table after the last guest had gone up. It was not the one that I had signed.

“There are two,” she said. “One for what people owe, and one for what they did.”

Each line had a date. On the first of every month: oil, rice, salt, a bag of sugar, to the lighthouse. On the seventeenth of March, sixteen years back, there were four lines. The fog bell was silent from nine until the turn of the tide. The brass whistle was heard at ten, one long and two short. A man came in at the kitchen door, wet to the neck, and left a parcel. He paid with a button.

She gave me the parcel. In it was the whistle, with its dent.

“He said that you would count,” said Mrs Hew.
`,
  'manuscript/007-Ebb.md': `# Ebb

At the ebb the old quay comes up out of the mud, as far as the ring where the pilots tied their boats. I walked out on it. The stones were slippery, and I kept the whistle in my fist.

Under the ring somebody had cut a line, and beside it a number. Seventeen.

I looked back. From here one sees the whole of the lighthouse, and one window that has no stair behind it.

On the wall stood Old Webb. He did not wave. He looked at the water, as one looks at a clock.
`,
  'manuscript/008-The Letter under the Lighthouse.md': `# The Letter under the Lighthouse

The seventeenth step came up with the third blow. There was no mortar under it, only sand, and in the sand a tin that had held tobacco.

Webb held the lamp. His hand was quiet. “I was to give it to you when you asked,” he said. “You never asked.”

“I was nine.”

“Yes.”

The letter in the tin was dry. It had the same long T and the same lost dots. I read it by his lamp, sitting on the sixteenth step, with my feet in the hole.

“If you read this, then Ada has shown you the second book, and you have counted. I did not run the Good Hope on the shoal. I brought her in where the chart said that there was water. Keep the whistle. When the fog bell is silent, blow one long and two short, and see who opens the window.”

Below us a door was opened. Mrs Hew came in, with oil on her sleeve. She had not been in the tower for sixteen years. She looked at Webb, and set the can down on the floor.

“It is full,” she said.

I put the whistle to my lips.
`,
}

/** Writes the book into an empty folder. */
export async function writeEnglishBook(folder: string): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
}
