/**
 * Entries a careful reader would make, written from knowledge of the books before any program had run: per line the
 * kind, then entries as `名/别名`. Other editions may spell a name in another way, and some names are rare.
 */
export const otherListsOfThreeKingdoms = `
location 洛阳 长安 许昌/许都 荆州/荆州城 徐州 益州 冀州 兖州 青州 幽州 并州 西凉/凉州 豫州 襄阳 樊城 新野 江夏 江陵 南郡 赤壁 乌林 华容道/华容
location 当阳/长坂/长坂坡/长坂桥 小沛 下邳 官渡 白马 延津 乌巢 邺郡/邺城 汉中 成都 涪城/涪关 绵竹 雒城 葭萌关/葭萌 阳平关 定军山 天荡山 剑阁 阴平
location 祁山 街亭 陈仓 五丈原 渭水/渭滨 斜谷 上方谷/葫芦谷 天水 南安 安定 合肥/合淝 濡须 柴桑 建业/秣陵 西川 白帝城 猇亭 夷陵 虎牢关 汜水关 潼关 泸水
location 卧龙冈/隆中 铜雀台 宛城 寿春 麦城 零陵 桂阳 武陵 长沙 涿郡/涿县 白门楼 凤仪亭 落凤坡 江东
item 赤兔/赤兔马 青龙刀/青龙偃月刀 丈八蛇矛/蛇矛/丈八点钢矛 方天画戟/画戟 的卢/的卢马 玉玺/传国玉玺/传国玺 木牛流马/木牛/流马 青釭剑/青釭 衣带诏 锦囊 八阵图 遁甲天书
faction 黄巾/黄巾贼 十常侍 东吴 蜀汉 羌兵/羌人 南蛮/蛮兵
`

export const otherListsOfRedChamber = `
location 荣国府/荣府 宁国府/宁府 大观园 怡红院 潇湘馆 蘅芜苑/蘅芜院 稻香村 栊翠庵 秋爽斋 紫菱洲 缀锦楼/缀锦阁 藕香榭 暖香坞 蓼风轩 芦雪庵/芦雪亭 凹晶馆
location 凸碧堂/凸碧山庄 沁芳亭/沁芳桥/沁芳闸 滴翠亭 铁槛寺 水月庵/馒头庵 太虚幻境 梨香院 清虚观 葫芦庙 大荒山 青埂峰 天香楼 会芳园 荣禧堂 金陵
location 姑苏/苏州 扬州 红香圃 嘉荫堂 玄真观 地藏庵 平安州 东府 西府 宗祠 议事厅 抱厦 怡红快绿
item 通灵宝玉/通灵玉 金锁 金麒麟/麒麟 风月宝鉴/风月鉴 冷香丸 雀金裘/孔雀裘 玫瑰露 茯苓霜 香囊/绣春囊 汗巾/汗巾子 荷包 扇子 风筝
faction 贾府 海棠社/诗社 桃花社 锦衣军/锦衣府
`

/** Books that no rule was set by: their figures are reported apart. */
export const unseenLists = {
  三俠五義: `
character 包公/包拯/包三公子/包相爷/包大人 展昭/南侠/熊飞/展爷 白玉堂/锦毛鼠/白五爷/五爷 卢方/钻天鼠/卢爷 韩彰/彻地鼠/韩爷 徐庆/穿山鼠/徐爷 蒋平/翻江鼠/蒋爷/蒋泽长
character 欧阳春/北侠/紫髯伯 丁兆兰/丁大爷 丁兆蕙/丁二爷 智化/黑妖狐/智爷 艾虎/小侠/艾爷 沈仲元/小诸葛 公孙策/公孙先生 王朝 马汉 张龙 赵虎/赵爷 包兴 李才 颜查散/颜生/颜大人/颜按院 雨墨
character 庞吉/庞太师 庞昱/安乐侯 郭槐 陈琳/陈伴伴 寇珠 李妃/李娘娘/李后 仁宗 八贤王/八王爷/八千岁 王丞相 余忠 秦凤 杨忠 宁老先生/宁老夫子 包山 包海 王氏 李氏 李保 李文业
character 花冲/花蝶/花蝴蝶 邓车/神手大圣 马刚 马强 倪继祖/倪太守 襄阳王/赵爵 雷英 张华 柳洪 柳金蝉/金蝉 冯君衡/冯生 绣红 田氏 范仲禹/范生 白雄 屈申 葛登云/威烈侯 秦昌 丁月华/月华
character 焦虎 史云 张立 金牡丹/牡丹/牡丹小姐 施俊/施生 佳蕙 锦笺 甘婆/甘妈妈 凤仙 秋葵 沙龙 孟杰 焦赤 钟雄/钟太保 武伯南 项福 苏虹 白福 倪忠 金辉/金太守 张老 方貂 蒋完 郭彰 尤氏 杜雍
location 开封府 陷空岛 卢家庄 茉花村 松江府/松江 襄阳 冲霄楼 君山 洪泽湖 天齐庙 定远县 陈州 安平镇 霸王庄 招贤馆 通天窟 蚯蚓岭 卧虎沟 黑狼山 杭州 东京 土龙岗/土龙冈 苗家集 南清宫
location 冷宫 玉宸宫 逆水泉/逆水潭 灶君祠 万全山 大相国寺/相国寺 隐逸村 包村/小包村 锦屏山 晨起望 绿鸭滩 三仙桥 榆钱镇 天昌镇 草桥 七里村 翠云峰/翠云山 仁和县 凤阳府 长沙 武昌
item 湛卢剑/湛卢 巨阙剑/巨阙/宝剑 御铡/铜铡/龙头铡 游仙枕/阴阳枕 古今盆 古镜/照胆镜 三宝 乌盆 藏春酒 九龙冠/珍珠九龙冠/九龙珍珠冠 盟书/盟单 袖箭 薰香/熏香 七宝刀 百宝囊 狸猫
faction 五鼠/五义 四义士/四义
`,
  'pride-and-prejudice': `
character Elizabeth_Bennet/Elizabeth/Lizzy/Eliza/Miss_Eliza/Miss_Elizabeth/Miss_Elizabeth_Bennet Mr._Darcy/Darcy/Fitzwilliam_Darcy Jane/Jane_Bennet/Miss_Bennet
character Mr._Bingley/Bingley/Charles_Bingley Mr._Wickham/Wickham/George_Wickham Mr._Bennet Mrs._Bennet Lydia/Lydia_Bennet/Mrs._Wickham Kitty/Catherine_Bennet Mary
character Mr._Collins/Collins Charlotte/Charlotte_Lucas/Miss_Lucas/Mrs._Collins Sir_William/Sir_William_Lucas Lady_Lucas Maria/Maria_Lucas Lady_Catherine/Lady_Catherine_de_Bourgh
character Miss_de_Bourgh/Miss_De_Bourgh Georgiana/Miss_Darcy/Georgiana_Darcy Colonel_Fitzwilliam Mrs._Gardiner Mr._Gardiner/Gardiner Mrs._Hurst/Louisa Mr._Hurst Miss_Bingley/Caroline/Caroline_Bingley
character Mrs._Philips/Mrs._Phillips Mr._Philips/Mr._Phillips Mrs._Reynolds Mrs._Jenkinson Mrs._Hill/Hill Mrs._Younge Colonel_Forster Mrs._Forster/Harriet Denny/Mr._Denny Mrs._Long
character Miss_King/Mary_King Mr._Jones Lady_Anne/Lady_Anne_Darcy Captain_Carter Mr._Robinson Mr._Morris Lady_Metcalfe Sarah Haggerston Mrs._Annesley
location Longbourn Netherfield/Netherfield_Park Meryton Pemberley/Pemberley_House Rosings/Rosings_Park Hunsford Brighton Lambton London Gracechurch_Street/Gracechurch_street Derbyshire Hertfordshire
location Kent Lucas_Lodge Ramsgate Newcastle Gretna_Green/Gretna Oakham_Mount Matlock Birmingham Bakewell Clapham Epsom Grosvenor_Street/Grosvenor_street Bromley Scotland
location Cheapside Lakes Great_House Westerham Edward_Street Cambridge
`,
} as const
