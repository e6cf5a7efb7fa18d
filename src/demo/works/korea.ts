/**
 * Korean literature, history and thought in the public domain. Column meanings: `parse-table.ts`.
 */
export const KOREAN_AUTHORS = `
heo-gyun | 허균 | Heo Gyun | 許筠 | 1569 | 1618 | | 조선 중기의 문신이자 소설가로, 신분 차별을 비판한 글을 많이 남겼다.
kim-manjung | 김만중 | Kim Man-jung | 金萬重 | 1637 | 1692 | | 조선 후기의 문신으로, 유배지에서 한글 소설을 지었다.
kim-siseup | 김시습 | Kim Si-seup | 金時習 | 1435 | 1493 | | 조선 전기의 문인으로, 생육신의 한 사람이다.
park-jiwon | 박지원 | Park Ji-won | 朴趾源 | 1737 | 1805 | | 호는 연암으로, 청나라를 다녀와 쓴 기행문과 풍자 소설로 북학 사상을 펼쳤다.
yi-sunsin | 이순신 | Yi Sun-sin | 李舜臣 | 1545 | 1598 | | 임진왜란 때 조선 수군을 이끈 무신이다.
jeong-yakyong | 정약용 | Jeong Yak-yong | 丁若鏞 | 1762 | 1836 | | 호는 다산으로, 조선 후기 실학을 집대성한 학자이다.
yu-seongnyong | 류성룡 | Yu Seong-nyong | 柳成龍 | 1542 | 1607 | | 임진왜란 때 영의정을 지낸 조선 중기의 문신이다.
hyegyeong | 혜경궁 홍씨 | Lady Hyegyeong | 惠慶宮 洪氏 | 1735 | 1815 | | 사도세자의 부인이자 정조의 어머니이다.
iryeon | 일연 | Iryeon | 一然 | 1206 | 1289 | | 고려 후기의 승려로, 옛 설화와 역사를 모아 책으로 엮었다.
kim-busik | 김부식 | Kim Bu-sik | 金富軾 | 1075 | 1151 | | 고려 중기의 문신이자 역사가이다.
yi-hwang | 이황 | Yi Hwang | 李滉 | 1501 | 1570 | | 호는 퇴계로, 조선 성리학을 대표하는 학자이다.
yi-i | 이이 | Yi I | 李珥 | 1536 | 1584 | | 호는 율곡으로, 조선 중기의 학자이자 정치가이다.
jeong-cheol | 정철 | Jeong Cheol | 鄭澈 | 1536 | 1593 | | 호는 송강으로, 가사 문학의 대가로 꼽힌다.
yun-seondo | 윤선도 | Yun Seon-do | 尹善道 | 1587 | 1671 | | 호는 고산으로, 조선 중기의 시조 시인이다.
park-jega | 박제가 | Park Je-ga | 朴齊家 | 1750 | 1805 | | 조선 후기의 실학자로, 수레와 배와 상업의 쓰임을 주장했다.
yu-deukgong | 유득공 | Yu Deuk-gong | 柳得恭 | 1748 | 1807 | | 조선 후기의 실학자로, 발해를 우리 역사로 다루었다.
yi-junghwan | 이중환 | Yi Jung-hwan | 李重煥 | 1690 | 1756 | | 조선 후기의 실학자이자 인문지리학자이다.
heo-jun | 허준 | Heo Jun | 許浚 | 1539 | 1615 | | 조선 중기의 의관이다.
heo-nanseolheon | 허난설헌 | Heo Nanseolheon | 許蘭雪軒 | 1563 | 1589 | | 조선 중기의 시인으로, 허균의 누이이다.
jeong-yakjeon | 정약전 | Jeong Yak-jeon | 丁若銓 | 1758 | 1816 | | 조선 후기의 학자로, 유배지 흑산도에서 바다 생물을 연구했다.
hyecho | 혜초 | Hyecho | 慧超 | 704 | 787 | | 인도를 순례한 신라의 승려이다.
choe-bu | 최부 | Choe Bu | 崔溥 | 1454 | 1504 | | 조선 전기의 문신이다.
park-eunsik | 박은식 | Park Eun-sik | 朴殷植 | 1859 | 1925 | | 독립운동가이자 역사가로, 대한민국 임시정부의 대통령을 지냈다.
shin-chaeho | 신채호 | Shin Chae-ho | 申采浩 | 1880 | 1936 | | 호는 단재로, 독립운동가이자 언론인, 역사가이다.
yu-giljun | 유길준 | Yu Gil-jun | 兪吉濬 | 1856 | 1914 | | 조선 말의 개화 사상가로, 미국에서 유학했다.
yi-injik | 이인직 | Yi In-jik | 李人稙 | 1862 | 1916 | | 신소설의 시대를 연 소설가이자 언론인이다.
yi-haejo | 이해조 | Yi Hae-jo | 李海朝 | 1869 | 1927 | | 신소설 작가로, 판소리계 소설을 다시 쓰기도 했다.
an-guksun | 안국선 | An Guk-seon | 安國善 | 1878 | 1926 | | 개화기의 소설가이다.
yi-gwangsu | 이광수 | Yi Gwang-su | 李光洙 | 1892 | 1950 | | 호는 춘원으로, 한국 근대 장편소설의 길을 연 소설가이다.
kim-dongin | 김동인 | Kim Dong-in | 金東仁 | 1900 | 1951 | 약한 자의 슬픔 | 동인지 《창조》를 펴낸 소설가로, 근대 단편소설의 틀을 다졌다.
hyeon-jingeon | 현진건 | Hyun Jin-geon | 玄鎭健 | 1900 | 1943 | 희생화 | 호는 빙허로, 사실주의 단편의 기틀을 세운 소설가이다.
na-dohyang | 나도향 | Na Do-hyang | 羅稻香 | 1902 | 1926 | | 《백조》 동인으로, 짧은 생애 동안 뛰어난 단편을 남겼다.
choe-seohae | 최서해 | Choe Seo-hae | 崔曙海 | 1901 | 1932 | | 가난한 이들의 삶을 체험을 바탕으로 그린 소설가이다.
yi-hyoseok | 이효석 | Yi Hyo-seok | 李孝石 | 1907 | 1942 | 도시와 유령 | 호는 가산으로, 서정적인 문체의 단편으로 사랑받는 소설가이다.
kim-yujeong | 김유정 | Kim You-jeong | 金裕貞 | 1908 | 1937 | 산골 나그네 | 강원도 농촌을 해학으로 그린 소설가이다.
yi-sang | 이상 | Yi Sang | 李箱 | 1910 | 1937 | | 본명은 김해경으로, 실험적인 시와 소설을 쓴 모더니즘 작가이다.
sim-hun | 심훈 | Sim Hun | 沈熏 | 1901 | 1936 | | 소설가이자 시인, 영화인이다.
chae-mansik | 채만식 | Chae Man-sik | 蔡萬植 | 1902 | 1950 | 세 길로 | 날카로운 풍자로 식민지 현실을 그린 소설가이다.
kang-gyeongae | 강경애 | Kang Kyeong-ae | 姜敬愛 | 1906 | 1944 | | 간도 이주민과 노동자의 삶을 그린 소설가이다.
baek-sinae | 백신애 | Baek Sin-ae | 白信愛 | 1908 | 1939 | 나의 어머니 | 가난한 여성의 삶을 그린 소설가이다.
na-hyeseok | 나혜석 | Na Hye-seok | 羅蕙錫 | 1896 | 1948 | | 화가이자 작가로, 여성의 자유와 권리를 주장했다.
jo-myeonghui | 조명희 | Jo Myeong-hui | 趙明熙 | 1894 | 1938 | | 호는 포석으로, 시와 희곡, 소설을 썼다.
kim-sowol | 김소월 | Kim So-wol | 金素月 | 1902 | 1934 | | 본명은 김정식으로, 민요조의 서정시를 쓴 시인이다.
han-yongun | 한용운 | Han Yong-un | 韓龍雲 | 1879 | 1944 | | 호는 만해로, 승려이자 시인, 독립운동가이다.
yun-dongju | 윤동주 | Yun Dong-ju | 尹東柱 | 1917 | 1945 | | 부끄러움과 성찰의 시를 쓴 시인으로, 일본 후쿠오카 형무소에서 세상을 떠났다.
yi-yuksa | 이육사 | Yi Yuk-sa | 李陸史 | 1904 | 1944 | | 본명은 이원록으로, 독립운동가이자 시인이다.
kim-yeongnang | 김영랑 | Kim Yeong-nang | 金永郞 | 1903 | 1950 | | 《시문학》 동인으로, 우리말의 음악성을 살린 시인이다.
yi-sanghwa | 이상화 | Yi Sang-hwa | 李相和 | 1901 | 1943 | | 《백조》 동인으로 활동한 저항 시인이다.
bang-jeonghwan | 방정환 | Bang Jeong-hwan | 方定煥 | 1899 | 1931 | | 호는 소파로, 어린이날을 만들고 잡지 《어린이》를 펴낸 아동문학가이다.
kim-gu | 김구 | Kim Gu | 金九 | 1876 | 1949 | | 호는 백범으로, 대한민국 임시정부의 주석을 지낸 독립운동가이다.
an-junggeun | 안중근 | An Jung-geun | 安重根 | 1879 | 1910 | | 하얼빈에서 이토 히로부미를 저격한 독립운동가이다.
`;

export const KOREAN_WORKS = `
홍길동전 | The Story of Hong Gildong | 洪吉童傳 | heo-gyun | 17세기 초 | ko | ko-classic | 서자로 태어나 아버지를 아버지라 부르지 못하던 홍길동이 활빈당을 이끌고, 마침내 율도국을 세우기까지의 이야기이다.
구운몽 | The Nine Cloud Dream | 九雲夢 | kim-manjung | 1687 | ko | ko-classic | 육관대사의 제자 성진이 양소유로 환생하여 여덟 여인과 부귀영화를 누린 뒤, 그 모두가 하룻밤 꿈이었음을 깨닫는다.
사씨남정기 | Lady Sa's Journey to the South | 謝氏南征記 | kim-manjung | 17세기 | ko | ko-classic | 첩의 모함으로 쫓겨난 사씨 부인이 고난 끝에 집으로 돌아오는 가정소설이다.
금오신화 | New Stories from Golden Turtle Mountain | 金鰲新話 | kim-siseup | 15세기 | lzh | ko-classic | 산 사람과 귀신, 꿈과 현실을 넘나드는 다섯 편의 한문 단편을 묶은 책이다.
춘향전 | The Song of Chunhyang | 春香傳 | | 18세기 | ko | ko-classic | 남원의 춘향과 이몽룡이 신분의 벽과 변학도의 횡포를 이겨 내고 다시 만나는 사랑 이야기이다.
심청전 | The Tale of Sim Cheong | 沈淸傳 | | 18세기 | ko | ko-classic | 눈먼 아버지를 위해 인당수에 몸을 던진 심청이 용궁을 거쳐 황후가 되고, 아버지는 눈을 뜬다.
흥부전 | The Tale of Heungbu | 興夫傳 | | 18세기 | ko | ko-classic | 제비 다리를 고쳐 준 착한 아우 흥부와 욕심 많은 형 놀부의 이야기이다.
토끼전 | The Tale of the Rabbit | 토끼전 | | 18세기 | ko | ko-classic | 용왕의 병을 고칠 간을 구하러 온 자라와, 꾀를 내어 살아 돌아가는 토끼의 이야기이다.
장화홍련전 | The Tale of Janghwa and Hongryeon | 薔花紅蓮傳 | | 조선 후기 | ko | ko-classic | 계모의 흉계로 죽은 자매가 원혼이 되어 고을 부사에게 억울함을 호소한다.
박씨전 | The Tale of Lady Park | 朴氏傳 | | 조선 후기 | ko | ko-classic | 허물을 벗고 미인이 된 박씨 부인이 도술로 병자호란의 적장을 꾸짖는다.
임경업전 | The Tale of General Im Gyeong-eop | 林慶業傳 | | 조선 후기 | ko | ko-classic
유충렬전 | The Tale of Yu Chungnyeol | 劉忠烈傳 | | 조선 후기 | ko | ko-classic
조웅전 | The Tale of Jo Ung | 趙雄傳 | | 조선 후기 | ko | ko-classic
운영전 | The Tale of Unyeong | 雲英傳 | | 17세기 | lzh | ko-classic | 궁녀 운영과 김 진사의 이루지 못한 사랑을 꿈속 만남의 틀에 담았다.
숙향전 | The Tale of Sukhyang | 淑香傳 | | 조선 후기 | ko | ko-classic
옹고집전 | The Tale of Ong Gojip | 雍固執傳 | | 조선 후기 | ko | ko-classic
전우치전 | The Tale of Jeon Uchi | 田禹治傳 | | 조선 후기 | ko | ko-classic
숙영낭자전 | The Tale of Maiden Sugyeong | 淑英娘子傳 | | 조선 후기 | ko | ko-classic
배비장전 | The Tale of Bae Bijang | 裵裨將傳 | | 조선 후기 | ko | ko-classic
콩쥐팥쥐전 | The Tale of Kongjwi and Patjwi | 콩쥐팥쥐전 | | 1919 | ko | ko-classic
인현왕후전 | The Life of Queen Inhyeon | 仁顯王后傳 | | 조선 후기 | ko | letters
계축일기 | The Diary of the Year of the Black Ox | 癸丑日記 | | 17세기 | ko | letters
한중록 | The Memoirs of Lady Hyegyeong | 閑中錄 | hyegyeong | 1795 | ko | letters | 사도세자의 죽음을 지켜본 혜경궁 홍씨가 궁중의 한평생을 돌아본 회고록이다.
열하일기 | The Jehol Diary | 熱河日記 | park-jiwon | 1783 | lzh | travelogue | 청나라 황제의 칠순 잔치에 가는 사절단을 따라 압록강을 건너 열하까지 다녀온 기행문이다.
양반전 | The Story of a Yangban | 兩班傳 | park-jiwon | 18세기 | lzh | ko-classic | 빚 때문에 신분을 팔게 된 양반과 그것을 사려던 부자를 통해 양반의 허위를 풍자한다.
허생전 | The Story of Master Heo | 許生傳 | park-jiwon | 18세기 | lzh | ko-classic | 글만 읽던 선비 허생이 만 냥을 빌려 큰돈을 벌고, 나라의 무능을 꼬집는다.
난중일기 | The War Diary of Yi Sun-sin | 亂中日記 | yi-sunsin | 1598 | lzh | letters | 임진왜란 일곱 해 동안 진중에서 하루하루를 적은 이순신의 일기이다.
징비록 | The Book of Corrections | 懲毖錄 | yu-seongnyong | 17세기 초 | lzh | ko-history | 임진왜란을 겪은 재상이 지난 잘못을 돌아보고 뒷날을 경계하려 쓴 기록이다.
목민심서 | Admonitions on Governing the People | 牧民心書 | jeong-yakyong | 1818 | lzh | politics | 고을을 맡은 수령이 지켜야 할 일을 부임에서 퇴임까지 열두 편으로 나누어 적었다.
경세유표 | Design for Good Government | 經世遺表 | jeong-yakyong | 1817 | lzh | politics
흠흠신서 | Toward a New Jurisprudence | 欽欽新書 | jeong-yakyong | 1822 | lzh | law
삼국유사 | Memorabilia of the Three Kingdoms | 三國遺事 | iryeon | ~1281 | lzh | ko-history | 고조선부터 후삼국까지의 설화와 불교 이야기, 향가를 모은 책이다.
삼국사기 | History of the Three Kingdoms | 三國史記 | kim-busik | 1145 | lzh | ko-history | 고구려, 백제, 신라의 역사를 기전체로 엮은, 오늘날까지 전하는 가장 오래된 우리 역사책이다.
성학십도 | Ten Diagrams on Sage Learning | 聖學十圖 | yi-hwang | 1568 | lzh | east-phil
격몽요결 | The Secret of Expelling Ignorance | 擊蒙要訣 | yi-i | 1577 | lzh | east-phil | 처음 배우는 이에게 뜻을 세우는 일부터 차례로 일러 주는 입문서이다.
관동별곡 | Song of Gwandong | 關東別曲 | jeong-cheol | 1580 | ko | ko-poem
어부사시사 | The Fisherman's Calendar | 漁父四時詞 | yun-seondo | 1651 | ko | ko-poem | 보길도의 봄, 여름, 가을, 겨울을 어부의 눈으로 노래한 연시조이다.
북학의 | Discourse on Northern Learning | 北學議 | park-jega | 1778 | lzh | politics
발해고 | A Study of Balhae | 渤海考 | yu-deukgong | 1784 | lzh | ko-history
택리지 | Ecological Guide to Korea | 擇里志 | yi-junghwan | 1751 | lzh | ko-history | 사람이 살 만한 곳은 어디인가를 물으며 팔도의 땅과 인심을 살핀 지리서이다.
동의보감 | Exemplar of Korean Medicine | 東醫寶鑑 | heo-jun | 1613 | lzh | medicine | 동아시아 의학을 정리하여 왕명으로 펴낸 조선의 의서이다.
난설헌집 | Collected Poems of Nanseolheon | 蘭雪軒集 | heo-nanseolheon | 1608 | lzh | ko-poem
자산어보 | Register of the Fish of Mount Ja | 玆山魚譜 | jeong-yakjeon | 1814 | lzh | biology | 흑산도 바다의 물고기와 조개, 해초를 관찰하여 적은 책이다.
왕오천축국전 | Memoir of a Pilgrimage to the Five Regions of India | 往五天竺國傳 | hyecho | 727 | lzh | travelogue | 신라 승려 혜초가 인도와 중앙아시아를 두루 다닌 기록으로, 둔황에서 발견되었다.
표해록 | A Record of Drifting across the Sea | 漂海錄 | choe-bu | 1488 | lzh | travelogue
한국통사 | The Tragic History of Korea | 韓國痛史 | park-eunsik | 1915 | lzh | ko-history
조선상고사 | The Early History of Korea | 朝鮮上古史 | shin-chaeho | 1931 | ko | ko-history | 역사를 아와 비아의 투쟁으로 보며 우리 고대사를 새롭게 쓰려 한 책이다.
서유견문 | Observations on a Journey to the West | 西遊見聞 | yu-giljun | 1895 | ko | travelogue | 서양의 제도와 문물을 국한문 혼용체로 소개한 책이다.
혈의 누 | Tears of Blood | 血의 淚 | yi-injik | 1906 | ko | ko-novel | 청일전쟁으로 부모와 헤어진 옥련이 일본과 미국에서 공부하며 성장하는 신소설이다.
은세계 | The Silver World | 銀世界 | yi-injik | 1908 | ko | ko-novel
자유종 | The Bell of Freedom | 自由鐘 | yi-haejo | 1910 | ko | ko-novel
금수회의록 | Proceedings of the Council of Birds and Beasts | 禽獸會議錄 | an-guksun | 1908 | ko | ko-novel | 동물들이 회의를 열어 사람의 잘못을 꾸짖는 우화 형식의 신소설이다.
무정 | The Heartless | 無情 | yi-gwangsu | 1917 | ko | ko-novel | 영어 교사 이형식과 두 여인의 엇갈림을 통해 새 시대의 사랑과 계몽을 그린 근대 장편소설이다.
흙 | The Soil | 흙 | yi-gwangsu | 1932 | ko | ko-novel
유정 | The Heart | 有情 | yi-gwangsu | 1933 | ko | ko-novel
감자 | Potatoes | 감자 | kim-dongin | 1925 | ko | ko-novel | 가난이 한 여인을 어떻게 무너뜨리는지를 냉정한 눈으로 그린 단편이다.
배따라기 | The Boat Song | 배따라기 | kim-dongin | 1921 | ko | ko-novel
붉은 산 | The Red Hills | 붉은 山 | kim-dongin | 1932 | ko | ko-novel
발가락이 닮았다 | The Toes Look Alike | 발가락이 닮았다 | kim-dongin | 1932 | ko | ko-novel
운현궁의 봄 | Spring at Unhyeon Palace | 雲峴宮의 봄 | kim-dongin | 1933 | ko | ko-novel
운수 좋은 날 | A Lucky Day | 運數 좋은 날 | hyeon-jingeon | 1924 | ko | ko-novel | 유난히 손님이 많던 날, 인력거꾼 김 첨지는 앓는 아내가 먹고 싶어 하던 설렁탕을 사 들고 집으로 돌아간다.
빈처 | Poor Man's Wife | 貧妻 | hyeon-jingeon | 1921 | ko | ko-novel
술 권하는 사회 | A Society That Drives You to Drink | 술 勸하는 社會 | hyeon-jingeon | 1921 | ko | ko-novel
B사감과 러브레터 | Matron B and the Love Letters | B舍監과 러브레터 | hyeon-jingeon | 1925 | ko | ko-novel
무영탑 | The Pagoda without a Shadow | 無影塔 | hyeon-jingeon | 1938 | ko | ko-novel
벙어리 삼룡이 | Samryong the Mute | 벙어리 三龍이 | na-dohyang | 1925 | ko | ko-novel
물레방아 | The Water Mill | 물레방아 | na-dohyang | 1925 | ko | ko-novel
탈출기 | Record of an Escape | 脫出記 | choe-seohae | 1925 | ko | ko-novel
홍염 | Crimson Flames | 紅焰 | choe-seohae | 1927 | ko | ko-novel
메밀꽃 필 무렵 | When Buckwheat Flowers Bloom | 메밀꽃 필 무렵 | yi-hyoseok | 1936 | ko | ko-novel | 달빛 아래 흐드러진 메밀밭을 걸으며 장돌뱅이 허 생원이 단 한 번의 옛사랑을 이야기한다.
돈 | Pig | 豚 | yi-hyoseok | 1933 | ko | ko-novel
동백꽃 | Camellia Blossoms | 동백꽃 | kim-yujeong | 1936 | ko | ko-novel | 닭싸움을 붙이며 심술을 부리는 점순이와 그 속마음을 모르는 나의 풋풋한 이야기이다.
봄봄 | Spring, Spring | 봄·봄 | kim-yujeong | 1935 | ko | ko-novel | 점순이가 자라면 혼례를 올려 주겠다는 말만 믿고 머슴처럼 일하는 데릴사위의 해학극이다.
만무방 | The Scoundrels | 만무방 | kim-yujeong | 1935 | ko | ko-novel
금 따는 콩밭 | The Golden Bean Patch | 金 따는 콩밭 | kim-yujeong | 1935 | ko | ko-novel
소낙비 | The Shower | 소낙비 | kim-yujeong | 1935 | ko | ko-novel
날개 | The Wings | 날개 | yi-sang | 1936 | ko | ko-novel | 아내의 방에 붙은 골방에서 살아가던 나는 정오의 사이렌이 울릴 때 다시 날고 싶다고 외친다.
봉별기 | Meetings and Farewells | 逢別記 | yi-sang | 1936 | ko | ko-novel
권태 | Ennui | 倦怠 | yi-sang | 1937 | ko | ko-essay
오감도 | Crow's Eye View | 烏瞰圖 | yi-sang | 1934 | ko | ko-poem | 신문에 연재되어 큰 논란을 부른 실험적인 연작시이다.
상록수 | Evergreen | 常綠樹 | sim-hun | 1935 | ko | ko-novel | 채영신과 박동혁 두 젊은이가 농촌에서 아이들을 가르치고 마을을 일구며 나누는 사랑과 헌신을 그린다.
그날이 오면 | When That Day Comes | 그날이 오면 | sim-hun | 1949 | ko | ko-poem
탁류 | Turbid Rivers | 濁流 | chae-mansik | 1937 | ko | ko-novel | 항구 도시 군산을 무대로 초봉이 돈과 욕망의 흐린 물결에 휩쓸려 가는 이야기이다.
태평천하 | Peace under Heaven | 太平天下 | chae-mansik | 1938 | ko | ko-novel | 식민지 시대를 태평천하라 믿는 지주 윤 직원 영감과 그 집안을 판소리 같은 말투로 풍자한다.
레디메이드 인생 | A Ready-Made Life | 레디메이드 人生 | chae-mansik | 1934 | ko | ko-novel | 일자리를 얻지 못하는 지식인의 처지를 기성품에 빗댄 단편이다.
치숙 | My Innocent Uncle | 痴叔 | chae-mansik | 1938 | ko | ko-novel
인간문제 | The Human Problem | 人間問題 | kang-gyeongae | 1934 | ko | ko-novel
지하촌 | The Underground Village | 地下村 | kang-gyeongae | 1936 | ko | ko-novel
꺼래이 | Kkeorae | 꺼래이 | baek-sinae | 1934 | ko | ko-novel
경희 | Kyung-hee | 경희 | na-hyeseok | 1918 | ko | ko-novel | 일본에서 공부하고 돌아온 여학생이 결혼을 둘러싼 물음 앞에서 자신도 사람임을 깨닫는다.
낙동강 | The Nakdong River | 洛東江 | jo-myeonghui | 1927 | ko | ko-novel
진달래꽃 | Azaleas | 진달내꽃 | kim-sowol | 1925 | ko | ko-poem | 이별과 그리움을 우리말의 가락에 실은, 시인이 생전에 펴낸 단 한 권의 시집이다.
님의 침묵 | The Silence of Love | 님의沈默 | han-yongun | 1926 | ko | ko-poem | 떠난 님을 보내지 않았다고 노래하며 사랑과 조국과 깨달음을 함께 부르는 시집이다.
조선불교유신론 | On the Reformation of Korean Buddhism | 朝鮮佛敎維新論 | han-yongun | 1913 | ko | religion
하늘과 바람과 별과 시 | Sky, Wind, Star and Poem | 하늘과 바람과 별과 詩 | yun-dongju | 1948 | ko | ko-poem | 죽는 날까지 부끄러움이 없기를 바란 젊은 시인의 유고 시집이다.
육사시집 | Poems of Yuksa | 陸史詩集 | yi-yuksa | 1946 | ko | ko-poem
영랑시집 | Poems of Yeongnang | 永郞詩集 | kim-yeongnang | 1935 | ko | ko-poem
빼앗긴 들에도 봄은 오는가 | Does Spring Come Also to the Stolen Fields? | 빼앗긴 들에도 봄은 오는가 | yi-sanghwa | 1926 | ko | ko-poem
만년 샤쓰 | The Everlasting Shirt | 만년 샤쓰 | bang-jeonghwan | 1927 | ko | child-story | 가난해도 늘 씩씩한 소년 창남이의 따뜻한 마음을 그린 동화이다.
칠칠단의 비밀 | The Secret of the Chilchil Gang | 七七團의 秘密 | bang-jeonghwan | 1926 | ko | child-story
백범일지 | The Journal of Baekbeom | 白凡逸志 | kim-gu | 1947 | ko | biography | 어린 시절부터 임시정부 시절까지를 두 아들에게 남기듯 적은 김구의 자서전이다.
동양평화론 | On Peace in East Asia | 東洋平和論 | an-junggeun | 1910 | lzh | politics
`;
