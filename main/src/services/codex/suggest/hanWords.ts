import { noNameCharacters, surnames } from '../nameWords.ts'

const unitsOf = (characters: string): ReadonlySet<number> =>
  new Set(Array.from(characters, (character) => character.charCodeAt(0)))

/** Whether a UTF-16 unit is a Chinese character of the main block. */
export const isHan = (unit: number): boolean => unit >= 0x4e00 && unit <= 0x9fff

const noName = unitsOf(noNameCharacters)
/** 成都, 许都, 暖香坞: what names of places contain and names of people do not. */
const noPlace = unitsOf(noNameCharacters.replace(/[都外]/g, ''))
/** Whether no name of a place or thing contains the character. */
export const isNoPlace = (unit: number): boolean => noPlace.has(unit)

/** Whether no name contains the character. */
export const isNoName = (unit: number): boolean => noName.has(unit)

/** Words that a place follows: 到, 在, 往. */
export const placeVerbs = unitsOf('到在往至离入投奔回住于取守屯攻从自赴抵镇据')
/** Words that a place follows, and a verb as well: 去扬州, 去接应. */
export const towards = unitsOf('来去出过')
/** Words that stand before common nouns: 一座, 这个, 他的. */
export const determiners = unitsOf('的一个这那座间所条其两三各此数每几某他我你她己之口把面只等众诸令')
/** Words that follow a place: 上, 里, 中. */
export const placeSides = unitsOf('上下里内外中前后边处城')
/** Last characters of places. */
export const locationEnds = unitsOf(
  '山寨岭庙寺门关府州县城村庄洞河江湖海岛桥楼亭院宫殿阁国京都郡镇集岗冈坡谷峰崖林园馆斋轩苑堂观庵祠塔台津渡口店铺巷街坊洲滩潭泉溪港湾原野营驿墓陵井池堡屯厅房阳都滨坞榭圃道峡',
)
/** Last characters of things. */
export const itemEnds = unitsOf(
  '刀剑枪棒斧弓甲印旗扇镜瓶矛戟玺锤鞭弩袍盔冠珠佩锁丹丸囊枕盆琴笛炉鼎裘麟图诏符铡露霜巾筝盒钗鉴炮船马牛',
)
/** Last characters of people who act together. */
export const factionEnds = unitsOf('帮派教会盟党宗贼族社军兵门')
/** Characters no name of a place begins with: words before it. */
export const noFirstPlace = unitsOf('众诸各某若如因忽却只便即遂乃亦且每几多再同共皆俱并或等者所以为既将欲')
/** Last characters with which a word of two is a common noun, whatever they stand with. */
const commonLast = '边外内里头处面间尾沿旁前后家时更夜晚晨夕晌昏路'
/** First characters that make a common noun of a last character of places: 大门, 山寨, 城池. */
const commonFirst = '大小东西南北前后左右上下内外中正旁新旧老本此各诸众高深空荒平古破石木土竹草水山'
const verbs =
  '出入进开关过渡守攻回离围破弃献夺取归还登临隔沿满敲叩掩闭当全合阖举每倾投到在往至奔住屯自赴抵据随跟见看望寻找请告作'
const inside = '帐府狱寨城营阵船宫手口心袖朝室庵京家院园寺怀房屋庄村店'
const commonEnds = unitsOf(commonLast)
/** Last characters that more names than common nouns have, also behind 南 and 西: 南京, 湖州, 西湖, 江陵. */
const properEnds = unitsOf('京州郡陵湖野川')
const commonVerbs = unitsOf(verbs)
const commonBeginnings = unitsOf(commonFirst + verbs)
const insideBeginnings = unitsOf(inside)
const directions = unitsOf('东西南北')
const middle = unitsOf('中内')

/** Whether a word is a common noun or a verb by its characters alone: 大门, 出城, 江边, 营中, 东南. */
export function isCommonPlace(word: string): boolean {
  const first = word.charCodeAt(0)
  const last = word.charCodeAt(word.length - 1)
  if (commonPlaces.has(word) || commonEnds.has(last)) return true
  if (word.length > 2) return false
  if (middle.has(last) && insideBeginnings.has(first)) return true
  if (directions.has(first) && directions.has(last)) return true
  if (properEnds.has(last)) return commonVerbs.has(first)
  return locationEnds.has(last) && (commonBeginnings.has(first) || locationEnds.has(first))
}

/** Common nouns for places, of old and of modern books. */
const commonPlaces: ReadonlySet<string> = new Set(
  `
    书房 厨房 衙门 客房 上房 后院 前院 正厅 大厅 书店 客店 饭店 酒店 酒楼 茶馆 茶室 茶房 门口 城门 宫门 院门 房门 角门 仪门 二门 后门 前门 东门 西门 南门
    北门 辕门 宅门 午门 庙门 营门 寨门 关门 山门 谷口 路口 渡口 海口 江口 山口 山坡 山岭 山岗 山冈 山谷 山林 山寨 山庄 山村 乡村 村庄 田庄 庄院 浮桥 吊桥
    石桥 木桥 板桥 马厩 后堂 前堂 厅堂 堂屋 佛堂 学堂 祠堂 祠庙 中堂 正堂 草堂 大堂 公堂 花园 后园 果园 菜园 桑园 园门 城池 城门 城墙 城楼 敌楼 门楼 楼阁
    暖阁 闺阁 绣房 绣阁 内室 外间 里间 卧房 新房 帐房 账房 柴房 空房 厢房 耳房 正房 河房 刑房 学房 公馆 旅馆 馆驿 驿馆 驿站 寺院 庙宇 庵观 道观 寺庙 庵堂
    书院 妓院 医院 学院 法院 电影院 孤儿院 国家 本国 外国 列国 邻国 州县 州郡 郡县 府县 省城 京城 京都 京师 都城 皇城 宫城 皇宫 王宫 行宫 后宫 正宫 东宫
    西宫 宫殿 大殿 正殿 偏殿 金殿 王府 相府 国公府 官府 政府 王国 帝国 四海 江湖 河流 江河 大江 大河 小河 小溪 溪水 江水 河水 湖水 海水 海岛 小岛 海港 沿江
    沿河 沿海 大海 池塘 水池 荷塘 鱼池 天井 水井 枯井 古井 小巷 街巷 街坊 大街 长街 街口 巷口 街道 街市 市集 市镇 镇店 村镇 小镇 城镇 店铺 当铺 药铺 米店
    香蜡店 刻字店 字号店 杂货店 茶坊 酒坊 书坊 作坊 牌坊 平原 草原 高原 中原 原野 荒野 山野 田野 旷野 四野 郊野 营寨 水寨 大寨 旱寨 本寨 大营 军营 御营 行营
    中军 后军 前军 坟墓 陵墓 丘陵 石台 高台 将台 戏台 镜台 灵台 亭台 凉亭 楼台 窗台 阳台 柜台 灶台 讲台 后台 前台 山洞 石洞 洞口 树林 竹林 松林 密林 丛林
    禅林 园林 翰林 翰林院 山峰 高峰 悬崖 山崖 石崖 山泉 温泉 泉水 河滩 沙滩 海滩 江滩 山石 海外 阴阳 夕阳 太阳 重阳 斜阳 海棠 教堂 食堂 天堂 课堂 厅房 敞厅
    客厅 餐厅 舞厅 大厅堂 花厅 抱厦厅 东厅 西厅 船舱 国子监 按察司 察院 抚院 都察院 太医院 官衙 县衙 府衙 县衙门 贡院 考场 内阁 丞相府 都督府 元帅府 将军府
    衙署 钞关 关津 关隘 隘口 险关 城关 家庄 人家 自家 本家 酒家 船家 店家 房屋 茅屋 草屋 小屋 木屋 石屋 丹墀 床沿 炕沿 廊檐 屋檐 香案 板凳 灵柩 街头 船头
    码头 桥头 公司 办公室 会议室 教室 宿舍 学校 大学 医院 病房 客栈 酒吧 超市 商场 机场 车站 火车站 警察局 派出所 别墅 小区 公寓 电梯口 停车场 地下室 卫生间
    洗手间 走廊 楼道 楼梯口 操场 食堂 图书馆 咖啡馆 咖啡店 房间 包间 包房 大厦 工厂 实验室 洞府 山门 宗门 仙门 城主府 擂台 广场 拍卖场 练武场 演武场 大殿门口
    庄园 城堡 神殿 祭坛 战场 京城门
  `
    .trim()
    .split(/\s+/),
)

const thingVerbs = unitsOf(
  '挺拔提舞横绰轮持掣拖仗佩掷挂举插撑加倒卸披摇挥执握拿取带戴穿脱引领率罢撤屯收鸣点劳犒驱添兴退进败散投约赴聚传赐请指讨结逆反做打开关封锁弹抚叫换搭刷印赏贪降奉赍读遣尽愿用使令将善本愿',
)
const thingColours = unitsOf('红白皂绿黄黑青紫金银铁铜钢宝大小长短快利手头好旧新两三几千百万一')
const commonThings: ReadonlySet<string> = new Set(
  '衣甲 旌旗 弓弩 铠甲 头盔 战袍 战船 羽扇 纶巾 衣冠 香炉 火盆 手炉 脚炉 剪刀 眼镜 眼珠 泪珠 念珠 麒麟 牡丹 甘露 砒霜 皮囊 枕头 引枕 手巾 汗巾 头巾 方巾 食盒 捧盒 弹弓 戈矛 弓箭 枪刀 刀枪 兵符 祖宗 宗族 同宗 合族 贵族 余党 奸党 精兵 步军 步兵 伏兵 参军 救兵 追兵 败兵 官军 我军 敌军 反贼 盗贼 强盗 奸贼 老贼 军兵 官兵 士兵 骑兵 水军 马军 大将军 将军 社会 机会 约会 宴会 晚会 一会 学会 协会 委员会 家族 民族 种族 教派 门派 帮派 宗教 军旗 手枪 步枪 机枪 地图 意图 企图 试图 飞船 轮船 商品 护照'.split(
    ' ',
  ),
)

/** Whether a word is a common thing or troop by its characters: 拔剑, 红旗, 引兵, 精兵. */
export function isCommonThing(word: string): boolean {
  if (commonThings.has(word) || word.endsWith('将军') || word.endsWith('祖宗')) return true
  const last = word.charCodeAt(word.length - 1)
  if (word.length === 2 && (thingColours.has(word.charCodeAt(0)) || shortFactionEnds.has(last))) return true
  for (let at = 0; at + 1 < word.length; at += 1) if (thingVerbs.has(word.charCodeAt(at))) return true
  return false
}
const shortFactionEnds = unitsOf('会教宗族贼党盟军门马牛')

const commonPeople: ReadonlySet<string> = new Set(
  `
    客人 主人 差人 管家 船家 邻居 邻舍 女婿 丈人 小婿 女儿 娘子 老爷 老太爷 老太太 太公 太老爷 少爷 小姐 公子 相公 先生 老先生
    老伯 老哥 老叔 晚生 学生 小生 门生 书办 衙役 门斗 门子 裁缝 屠户 和尚 道士 老和尚 小和尚 道人 尼姑 僧官 老僧 长老 方丈 虔婆 媒婆
    保正 地方 知县 知府 太守 县官 大人 老大人 天子 皇上 皇帝 圣上 陛下 太后 皇后 娘娘 贵妃 太监 小太监 先主 后主 国太 太师 丞相 部将 偏将
    大将 小将 主将 小校 军师 都督 元帅 先锋 将士 谋士 武士 军士 众将 老母 老夫 老者 老人 老儿 老妇 妇人 少妇 少年 青年 中年 男人
    女人 男子 女子 女孩 男孩 小孩 老头 老头子 小二 店家 店小二 伙计 掌柜 老板 老师 同学 医生 护士 警察 司机 经理 秘书 助理 主任
    校长 教授 队长 队员 士兵 侍卫 侍女 宫女 丫环 丫鬟 小丫头 小丫头子 婆子 老婆子 老妈子 嬷嬷 老嬷嬷 奶妈 奶子 小厮 家丁 家将 庄客 庄丁 门公 庄丁 喽啰 喽罗 弟子 师兄 师弟 师姐
    师妹 师叔 师伯 师尊 师祖 宗主 掌门 长老 族长 城主 家主 大哥 二哥 三哥 大姐 二姐 三姐 小妹 小弟 兄长 贤弟 贤侄 爱卿 王爷 世子 殿下 公主 驸马 乌龟 天使 妖怪 妖精 妖王 小妖 怪物
    慌忙 怎么 正要 再要 开口 哈哈 进门 抱住 旨意 话未 令军士 叫小厮 忙叫 恶奴 恶僧 强盗 刺客 公差 捕头 班头 皂隶 乡绅 秀才 举人 员外 老员外 安人 院子 书童 小童 童儿 樵夫 渔翁 老翁 老丈 老叟 老妪 安心 原来 果然 忽然
  `
    .trim()
    .split(/\s+/),
)

/** Whether a word is a common noun for people, a title or no noun at all: 客人, 知县, 慌忙. */
export const isCommonPerson = (word: string): boolean => commonPeople.has(word)

/** Surnames that are words as well: before a name they say nothing. */
const wordsToo = new Set(
  '于令方左万时白高平安常成明元和能乐支向从过解应通都相空查后连强池殷封计容那来何习水言许闻边史郎傅',
)
/** Whether a character is a surname and hardly anything else. */
export const isSurname = (character: string): boolean =>
  character !== '' && surnames.includes(character) && !wordsToo.has(character)
/** Surnames of two characters. */
export const doubleSurnames: ReadonlySet<string> = new Set(
  '司马 诸葛 夏侯 欧阳 上官 公孙 慕容 令狐 皇甫 东方 西门 南宫 端木 百里 独孤 宇文 长孙 尉迟 轩辕 澹台 拓跋'.split(
    ' ',
  ),
)

const offices: ReadonlySet<string> = new Set(
  '太医 中书 贡生 编修 侍郎 御史 司业 孝廉 监生 大夫 博士 孝子 镇台 正字 买办 裁缝 管家 刑房 堂官 国太 国老 三爷 二爷 大爷 四爷 五爷 大舅 妹妹 姐姐 大哥 二哥 三哥 乡侯 侯爷 娘子 姑娘 小姐 相公 公子 先生 员外 院长 局长 书记 主席 总裁 董事 总管 统领 长官 大侠 少侠 道长 真人 上人 美人 老鼠 保正 翰林 知县 知府 太守 刺史 将军 都督 丞相 御医 王氏 大脚'.split(
    ' ',
  ),
)
/** Whether a word is an office or a title, which stands behind many surnames. */
export const isOffice = (word: string): boolean => offices.has(word) || isCommonPerson(word)
