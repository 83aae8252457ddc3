const han = '\\p{Script=Han}'
/** Characters that no name contains. */
export const noNameCharacters =
  '的了着过是在有和就都而及与这那个一不也又很把被给对从向到说道曰问答笑叹想看听走来去起上下里外前后之其此我你他她它您们咱吾汝'
/** Characters that start no name unless they are a surname. */
const noStart = '众诸各某若如因忽却只便即遂乃亦且二两三四几每大'
const chineseNoNames =
  '点头 摇头 左右 商议 童子 小厮 丫头 丫鬟 婆子 小丫头 老婆子 高声 厉声 低声 齐声 大声 连声 轻声 放声 仰天 仰面 回头 转身 抬头 低头 半晌 良久 片刻 当下 于是 然后 大家 有人 别人 旁人 人人 心中 心里 口中 口内 嘴里 自己 自言 越发 越性 索性 言毕 言罢 言讫 施礼 顿首 再拜 再三 小人 臣等 今日 明日 昨日 今儿 明儿 昨儿 如今 方才 刚才 方欲 方知 半日 终日 所以 暂且 尚未 犹未 何必 何苦 何尝 何用 何以 何处 何足 何敢 莫若 莫非 毕竟 连忙 急忙 赶忙 忙陪 悄悄 默默 连连 立刻 猛然 勉强 恍惚 故意 假意 胡乱 正色 含泪 拍手 摆手 碰头 跌足 纵马 勒马 飞马 翻身 出帐 传令 回报 使人 人报 人回 吩咐 分付 央告 抚慰 安慰 家人 古人 老人 俗语 自古 小子 老子 儿子 女儿 孩子 父亲 母亲 爸爸 妈妈 弟弟 妹妹 军士 将士 百姓 使者 群臣 近臣 细作 少年'
const latinNoNames =
  'Mr Mrs Miss Ms Sir Lady Lord Madam Colonel Captain Doctor Professor St God Heaven Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September October November December Christmas Easter House Park Street Hill North South East West'

const manner =
  '(?:高声|厉声|低声|轻声|连忙|急忙|只得|大|乃|又|便|遂|亦|忙|因|冷|微|苦|急|怒|惊|喜|也|却|只|就|都|还|才|再)'
const verb = '(?:说|道|曰|问|答|笑|叹|喊|叫|骂|喝|谏|奏|劝|哭)'
const speaks = `${manner}{0,2}(?:${verb}|点头|摇头|点了点头|摇了摇头|站起|看着|想)`
const opening = '[“"「『‘]'
const closing = '[”"」』’]'
/** Surnames of one character. */
export const surnames =
  '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏窦章苏潘葛范彭郎鲁韦马苗凤方俞任袁柳鲍史唐费薛雷贺倪汤殷罗毕郝邬傅卞齐康伍余元卜顾孟黄穆萧尹姚邵汪祁毛狄贝臧戴宋庞熊纪舒屈祝董梁杜阮蓝季贾路江童颜郭梅林刁钟徐邱骆高夏蔡田樊胡凌霍虞万卢莫丁邓洪包左石崔吉龚程邢裴陆翁荀甄曲储靳侯伊宫宁仇甘厉祖武符刘景詹龙叶司黎薄白蒲鄂索赖卓屠蒙池乔闻党翟谭劳姬申冉宰郦雍桑桂牛寿边燕冀浦尚农温庄晏柴瞿阎习艾鱼容古慎戈廖庾终暨衡耿弘匡文寇禄阙欧沃利蔚越隆巩聂晁勾敖融冷辛阚简饶曾沙养鞠须丰巢关荆竺权盖益桓公'
/** Longest first, so that 姐姐 is not cut down to 姐. */
export const titles =
  '先生|小姐|太太|夫人|姑娘|公子|掌柜|师傅|师父|老师|医生|大夫|大人|将军|嬷嬷|奶奶|婶婶|婶娘|姐姐|哥哥|叔叔|大爷|二爷|三爷|大哥|二哥|叔|伯|婶|哥|姐|爷|娘'

/** Whether a word may be the name of a person by its first character. */
export const beginsLikePerson = (word: string): boolean => surnames.includes(word.charAt(0))

/** Words in the position of a name that are none. */
export const noNames: ReadonlySet<string> = new Set([
  ...chineseNoNames.split(' '),
  ...titles.split('|'),
  ...latinNoNames.split(' '),
])

const part = `[^\\P{Script=Han}${noNameCharacters}]`
/** Names before a verb of speech. */
export const speakers: readonly RegExp[] = [
  // Before or behind words in quotation marks is the speaker.
  `(?<!${han})(?![${noStart}])${part}{2,4}?(?=${manner}{0,2}${verb}[^，。！？；\\n]{0,6}[：:，,]?\\s*${opening})`,
  `(?<=${closing})(?![${noStart}])${part}{2,4}?(?=${speaks})`,
  // Elsewhere it takes a surname.
  `(?<!${han})[${surnames}]${part}{1,2}?(?=${speaks})`,
].map((source) => new RegExp(source, 'gu'))
/** 沈伯 is no title in 沈伯庸: behind it the sentence goes on, or ends. */
const called = new RegExp(
  `(?<!${han})[${surnames}老小阿](?:${titles})(?![姐哥爷娘叔婶])(?=[^\\p{Script=Han}]|[${noNameCharacters}]|${manner}{0,2}${verb}|点头|摇头|站|坐)`,
  'gu',
)
const latin = /(?<=[a-z,;] )[A-Z][a-z]+(?: [A-Z][a-z]+)?/g
/** Names that show in another way: a surname with a title, a capital inside a sentence. */
export const otherPatterns: readonly RegExp[] = [called, latin]
