import { unleet } from './password-rules.ts';

/*
 * Very common passwords of eight characters or more, and words that are common passwords with a few digits added. Both
 * come from public knowledge about leaked passwords, in English and in Chinese; pinyin names are built from their
 * parts. This is a separate module, so that a form can load it only when needed.
 */

const COMMON = `
password passw0rd p@ssw0rd passwort password1 passwords mypassword newpassword thepassword yourpassword nopassword
password12 password123 pass1234 pass12345 passpass 1password admin administrator admin123 admin888 admin1234 adminadmin
root rootroot toor superuser sysadmin letmein letmein1 letmein123 welcome welcome1 welcome123 changeme changeme1 changeit
default guest guest123 login login123 master mastermaster access access14 secret secret123 private test test1234 testtest
testing testing1 tester demo demo1234 sample example temp temp1234 user user1234 username username1 manager manager1 oracle
iloveyou iloveyou1 iloveyou2 iloveu iloveme ilovegod iloveyouu loveyou lovelove lovely loveme love1234 love123456 mylove
forever foreverlove sweetheart sweetie darling honey honeybee babygirl babygirl1 babyboy baby1234 princess princess1 prince
sunshine sunshine1 moonlight starlight rainbow rainbow1 butterfly flower flowers flower123 blossom dolphin dolphins monkey
monkey123 monkey12 dragon dragon123 tiger tiger123 tigers lion lions panda panda123 panther eagle eagles falcon falcons
phoenix wolf wolves shadow shadow1 shadow123 spider spiderman batman batman123 superman superman1 ironman captain captain1
avengers starwars startrek matrix trinity1 neo12345 jedi1234 yoda1234 pokemon pokemon1 pikachu naruto naruto1 sasuke onepiece
dragonball goku1234 minecraft minecraft1 fortnite roblox roblox123 warcraft starcraft counter counterstrike diablo diablo2
football football1 baseball baseball1 basketball soccer soccer10 hockey hockey1 tennis golfer golfing swimming running
liverpool liverpool1 arsenal arsenal1 chelsea chelsea1 barcelona realmadrid juventus manchester united manutd ronaldo messi10
yankees yankees1 cowboys cowboys1 steelers packers patriots lakers lakers24 bulls23 jordan jordan23 michael michael1 kobe24
charlie charlie1 jennifer jessica jessica1 michelle michelle1 nicole nicole1 ashley ashley1 amanda amanda1 daniel daniel1
andrew andrew1 joshua joshua1 matthew matthew1 thomas thomas1 robert robert1 william william1 anthony anthony1 jonathan
christian christopher alexander alexandra elizabeth victoria victoria1 samantha stephanie isabella sophia1 olivia1 emma1234
george george1 harley harley1 maggie maggie1 buster buster1 pepper pepper1 ginger ginger1 cookie cookie1 chocolate chocolate1
cheese cheese1 banana banana1 orange orange1 apple123 apples pineapple strawberry watermelon coffee coffee1 pizza123 bacon123
computer computer1 internet internet1 windows windows1 windows10 microsoft google google1 google123 facebook facebook1 twitter
youtube youtube1 instagram whatsapp linkedin linkedin1 yahoo123 hotmail1 gmail123 samsung samsung1 android android1 iphone
iphone123 nokia123 huawei huawei123 xiaomi xiaomi123 lenovo lenovo123 thinkpad dell1234 sony1234 playstation nintendo xbox360
mercedes ferrari ferrari1 porsche porsche911 lamborghini corvette mustang mustang1 camaro toyota honda123 yamaha suzuki bmw12345
money money123 moneymoney million millionaire billion dollar dollars bitcoin bitcoin1 ethereum dogecoin crypto crypto123 trading
trader trader123 invest investor stock stocks forex forex123 candor candor123 profit winner winner1 lucky lucky123 lucky777
lucky888 jackpot casino poker poker123 freedom freedom1 liberty america america1 canada123 england england1 london london1
newyork newyork1 paris123 berlin123 tokyo123 china china123 china888 beijing shanghai shenzhen guangzhou hongkong taiwan taipei
singapore malaysia thailand vietnam indonesia australia summer summer1 summer2020 winter winter1 spring autumn monday friday
january february september october november december birthday happybirthday christmas halloween newyear holiday vacation
whatever whatever1 nothing something anything everything hello hello123 hello1234 helloworld hellohello hey12345 goodbye
goodluck blessed blessing jesus jesus1 jesus123 jesuschrist christ godisgood god12345 angel angel123 angels heaven heaven1
trustno1 trustme killer killer1 killer123 hunter hunter1 hunter2 ranger ranger1 soldier warrior warriors knight knights ninja
ninja123 samurai sniper assassin predator terminator gandalf merlin wizard magic magic123 mystery secretword fuckyou fuckyou1
fuckyou2 fuckoff asshole bullshit biteme bitch123 pussy123 sexy1234 babygurl bubbles bubbles1 cupcake peanut peanut1 snoopy
snowball snowflake snowman scooter scooby scoobydoo mickey mickey1 minnie donald donaldduck garfield simpsons homer123 hannah
hannah1 nirvana metallica metallica1 slipknot blink182 greenday eminem eminem1 beatles rockstar rocknroll musica music123 guitar
guitar1 drummer singer dancer dancing blackpink bts12345 jungkook exo12345 justin justin1 justinbieber selena taylor13 rihanna
abc12345 abc123456 abc1234567 abc123abc abcd1234 abcd12345 abc123456789 a1234567 a12345678 a123456789 a1234567890 aa123456
aaa123456 aa12345678 aaaa1111 a1b2c3d4 a1b2c3d4e5 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1a2b3c4d
1qaz2wsx 1qazxsw2 1qaz2wsx3edc zaq12wsx zaq1zaq1 qazwsx qazwsxedc qazwsx123 qweasd qweasdzxc qweasd123 qwe123456 qwe12345
qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyui qwertyuiop qwert123 qwert12345 qwaszx123 asdasd123
asd123456 asd12345 asdf1234 asdfasdf asdfghjk asdfghjkl asdfjkl asdqwe123 zxcvbnm zxcvbnm1 zxcvbnm123 zxc123456 zxczxc123
1234qwer 123qweasd 123qweasdzxc 123qwe123 123456qwe 12345qwert 123456qwerty 123abc456 123456abc 123456ab 123456aa 123456as 123asd456
12345678a 12345678q 123456789a 123456789q 123456789z 1234567890a 123456a 123456aa 123456abc 123456789abc 12344321 1234554321
123454321 123123123 123321123 123698745 147258369 147852369 159357456 159753456 741852963 789456123 963852741 987654321 9876543210
1029384756 0123456789 1122334455 11223344 11235813 1357924680 135792468 13579246810 2468101214 31415926 314159265 3141592653
27182818 12341234 12121212 10101010 20202020 20102010 00000000 11111111 22222222 33333333 55555555 66666666 77777777 88888888
99999999 66668888 88886666 88889999 16888888 18888888 11118888 520520520 52013140 520131400 5201314520 521521521 52113140 13145200
woaini woaini1 woaini12 woaini123 woaini520 woaini521 woaini1314 woaini5201314 woaini1314520 woaini123456 5201314 5201314a a5201314
aini1314 aini520 wo5201314 love520 love521 love1314 love5201314 iloveyou520 iloveyou1314 i5201314 520love 1314520 1314521 3344520
7758521 7758258 77585210 7758520 584520 5845201314 201314 20131420 woshishui woshishen woshini woshinibaba woshiniba woshitiancai
woshizhu wodemima mimamima mima1234 mima123456 mimashi wangjile wangjimima buzhidao bugaosuni meiyoumima nicaicai nicai123 caicaikan
woxihuanni xihuanni woxiangni xiangni wocaonima caonima caonima123 nimabi shabi shabi123 tamade laogong laopo laogonglaopo
qinaide baobei baobei520 baobao baobao123 xiaobao xiaobei xiaoxiao xiaoyu xiaoming xiaohong xiaoli xiaogang xiaolong xiaofeng
xiaohui xiaojing xiaoyan xiaopang xiaozhu xiaogou xiaomao xiaoxin xiaobai xiaohei dahai dashan daxiang laohu laoshi laoban
zhongguo zhongguo123 zhonghua woaizhongguo beijing2008 beijing123 shanghai123 guangdong sichuan chengdu chongqing hangzhou nanjing
wuhan123 tianjin dongguan foshan suzhou xiamen fuzhou changsha zhengzhou jinan123 qingdao dalian shenyang haerbin kunming guiyang
xinnian kuaile shengri shengrikuaile gongxifacai facai facai888 facaile zhaocai zhaocaijinbao jinbao fugui fugui888 caishen
caifu caifu888 yiluyoufa yilufa wanshiruyi xingfu xingfu123 pingan pingan123 jiankang meili tianshi tiantian tiankong taiyang
yueliang xingxing liuxing haizi mama1234 baba1234 mamababa babamama wangzhe wangzherongyao yingxiong lianmeng chuanqi mofa zhanshi
qq123456 qq1234567 qq123456789 qqqq1111 wx123456 weixin weixin123 wechat alipay zhifubao taobao taobao123 jingdong baidu baidu123
tencent tengxun alibaba meituan douyin kuaishou bilibili netease wangyi xinlang weibo sina1234 sohu1234 dearbook 00123456 aptx4869
kobe2408 nihao nihao123 nihaoma nihao123456 zaijian xiexie duibuqi meiguanxi
`;

/** Surnames and given names in pinyin. Together, or with a few digits, they are the first guesses in Chinese. */
const SURNAMES =
  'wang li zhang liu chen yang zhao huang zhou wu xu sun hu zhu gao lin he guo ma luo liang song zheng xie han tang feng yu dong xiao cheng cao yuan deng fu shen zeng peng lv su lu jiang cai jia ding wei xue ye yan pan du dai xia zhong tian ren fan fang shi yao liao zou xiong jin hao kong bai cui kang mao qiu qin gu hou shao meng long wan duan qian yin'.split(
    ' ',
  );
const GIVEN =
  'wei fang na min jing li qiang lei jun yang yong yan jie juan tao ming chao xia ping gang hong hua hui xin bin bo yu yi ting ying ling long lin liang kai jian feng fei dan chen hao hai gui peng qing rui shan song xue yun zhi san si wu tingting xiaoming xiaohong xiaoli zihan zixuan yuxuan haoran jianguo guoqiang weiwei dandan lili fangfang nana yangyang'.split(
    ' ',
  );

const KNOWN: ReadonlySet<string> = new Set([
  ...COMMON.trim().split(/\s+/),
  ...SURNAMES.flatMap((surname) => GIVEN.map((given) => surname + given)),
]);

/** At most this many characters around a common word do not make it better. */
const AROUND_MAX = 4;
/** These do not either, because very many people add them. */
const POPULAR_TAILS: ReadonlySet<string> = new Set(
  '12345 123456 1234567 12345678 123456789 1314520 5201314 520520 521521 131420 666666 888888 111111 000000 123123 654321'.split(
    ' ',
  ),
);

/** Whether a password is very common, also with a few digits added, or with digits in place of letters. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  const bare = lower.replaceAll(/[^a-z0-9@$!]/g, '');
  return [lower, bare, [...bare].toReversed().join('')].some(
    (form) => KNOWN.has(form) || unleet(form).some((text) => KNOWN.has(text)) || hasCommonCore(form),
  );
}

/** A common word with only a few, or popular, digits and signs before and after it. */
function hasCommonCore(form: string): boolean {
  const [, before = '', core = '', after = ''] = /^([^a-z]*)(.*?)([^a-z]*)$/s.exec(form) ?? [];
  const little =
    before.length + after.length <= AROUND_MAX || POPULAR_TAILS.has(before + after) || isYear(before + after);
  return core !== '' && little && (KNOWN.has(core) || unleet(core).some((text) => KNOWN.has(text)));
}

/** A date or a year in digits: many people add their birthday. */
function isYear(text: string): boolean {
  return /^(19|20)\d{2}(0[1-9]|1[0-2])?(0[1-9]|[12]\d|3[01])?$/.test(text);
}
