/** The help of the command; `importExtensions` as file names end, with the dot. */
export const usage = (
  importExtensions: readonly string[],
): string => `CreoNow 命令行（npm run -s creonow -- 命令 …）

  import 文件 --into 文件夹 [--name 书名] [--append]       把 ${importExtensions.join('、')} 或装着它们的文件夹拆成章节
         [--encoding 编码] [--headings 写法] [--join] [--language 语言] [--format 格式]
  import 文件 --preview [--encoding 编码] [--headings 写法] 只看会拆成什么样，不写任何文件
  export --project 文件夹 --out 文件 [--document 章节 [--to 章节]] [--layout indented|plain|spaced]
         [--format txt|chapters|markdown|docx|paperback|rtf|epub|html|scrivener]
                                                           把整本书，或者其中几章，写成一个文件
  assemble --project 文件夹 --document 章节 --cursor N     组装这次要发给模型的内容
           [--select A:B] [--skill 技能] [--input 要求] [--model 模型]
           [--window N] [--reserve N] [--length 字数] [--stateless]
  inspect  （选项同上）                                    逐段查看四层
  explain  （选项同上，或 --receipt 编号）                 一张给人看的表：放了什么、裁了什么、为什么
  run      （选项同上）                                    运行技能，每个事件一行 JSON
           [--effort off|minimal|on|low|medium|high|max]   思考程度，看模型
           [--temperature 0–2]                             温度，看模型
  agent "要做的事" --project 文件夹 [--model 模型]           让模型在整本书里查找、核对、修改
         [--yes | --ask] [--max-steps N]                    --yes 写入不再问；做完退出码为 0，否则为 1
  each "要求" --project 文件夹 [--model 模型] [--preview | --yes]
                                                           同一条要求，每一章各问一次；先说价钱
  synopses --project 文件夹 [--model 模型] [--preview | --yes]
  synopses list --project 文件夹
                                                           为没有梗概的各章写梗概，您自己写的不动
  count    [--encoding o200k_base|cl100k_base] [--model M] 从标准输入数 tokens
  redact   [--scope creonow|manuscript]                    遮去标准输入里的密钥和本机路径
  mentions --project 文件夹                                从标准输入找出提到的设定条目
  search   --project 文件夹 --k N [--before 章节]          用标准输入的话检索前文
  codex import 文件 --project 文件夹                       导入角色卡、World Info 或 NovelAI lorebook
  codex export --project 文件夹 [--format worldinfo|markdown|docx|csv|rime|words] --out 文件
                                                           给别的程序、给人看、给输入法
  codex suggestions [类别] --project 文件夹                正文里有、设定里没有的人、地、物、势力
  codex knowledge --project 文件夹 --document 章节 [--cursor N]
                                                           到这一章，在场的人谁知道什么
  codex drafts read [名字 …] --project 文件夹 [--readings 1|2|3] [--model 模型] [--preview | --yes]
                                                           让模型从正文起草设定卡，每条附原句；先说价钱
  codex drafts list --project 文件夹                       起草好的、还没有决定的
  codex drafts accept|reject 编号 … | ticked | all --project 文件夹
  codex changes read [--document 章] --project 文件夹 [--model 模型] [--preview | --yes]
                                                           让模型读出各章里的变化，每处附原句；先说价钱
  codex changes list --project 文件夹                      读到的、还没有决定的变化
  codex changes accept|fact|reject 编号 … | ticked | all --project 文件夹
                                                           写进设定卡，或不要；fact：传言也当作事实
  threads  [add | pay 编号] --project 文件夹 [--document 章节 --select A:B] [--input 名称]
                                                           伏笔和它们的句子；在选中的一句埋下或收起
  plan     [csv] --project 文件夹 [--columns 栏,栏] [--out 文件]
                                                           全书计划的表格（CSV）：状态、视角、步骤、梗概、伏笔
  plan set --project 文件夹 --document 章节 [--status 状态] [--label 标签]
                                                           写 - 就是去掉；状态 idea、draft、revised、final 或自己的词
  plan add --project 文件夹 --input 章节 [--before 章节 | --after 章节 | --volume 章节]
                                                           计划几章，一行一章，冒号后面是要写什么
  snapshots [create | compare 编号 | restore 编号 | delete 编号 | undelete 编号] --project 文件夹 [--name 名字]
            [--document 章节 | --scope all]                全书存档：存一份、比较、恢复正文（--document 只恢复这一章，
                                                           --scope all 连设定和规则）、删除、找回
  backup   --project 文件夹 [--to 文件夹]                   把整本书备份成一个 zip；不写 --to 就用设置里的文件夹
  statistics --project 文件夹                              写作统计：每天、速度、连续、每章，AI 写的和您写的
  voice    [save] --project 文件夹                          您的文笔和模型的口头禅；save 写进世界设定
  words    [lists | import 文件] --project 文件夹 [--format typos|sensitive] [--name 名字]
                                                           书稿里的错别字和敏感词，按词表找；导入 txt，一行一个词
  check    [continuity] --project 文件夹 --document 章节    这一章与设定、伏笔、自己哪里对不上；不用模型
  check continuity intend|restore 编号 …                   就是这样写的：不再列出，或重新列出
  check ready --project 文件夹 --document 章节 [--cursor N] 动笔之前：没有卡片的名字、该收的伏笔、过时的梗概
  check ripple 卡片 --project 文件夹 --input 旧句子        卡片改了以后，哪些句子还在用旧的
  rpc      [--project 文件夹] [--debug]                    用 JSON 行调用任何通道
  mcp      --project 文件夹 [--write] [--debug]            把这本书提供给别的助手（MCP，见 docs/mcp.md）
  doctor                                                   检查这台机器能否运行
  help     [命令]                                          这份帮助，或一条命令的
  completion bash|zsh|fish                                 让终端补全命令和选项的脚本

  到处可用：--json 结果为 JSON　--schema 只说这 JSON 的结构（JSON Schema）　--lang zh|en 给人看的话用哪种语言
            --data 文件夹 索引与设置的位置（或 CREONOW_DATA_DIR）　--version 版本
            文件写成 - 就是标准输入或标准输出；要做的事、要求和 --input 写成 - 就从标准输入读
  退出码：0 做完　1 失败　2 命令写得不对　3 没有这个东西　4 别处改过或正在用　5 模型或服务
          6 文件用不了　7 不许或没有同意　130 中途停下
`
