/**
 * Classical music in the public domain: composers and the pieces that the demo's albums carry. Performers are
 * invented. Composer columns as for authors in `parse-table.ts`; pieces: Korean | English | composer | category.
 */
export const COMPOSERS = `
vivaldi | 안토니오 비발디 | Antonio Vivaldi | = | 1678 | 1741 | | 이탈리아의 바로크 작곡가이자 바이올린 연주자이다.
bach | 요한 제바스티안 바흐 | Johann Sebastian Bach | = | 1685 | 1750 | | 독일의 바로크 작곡가이자 오르간 연주자이다.
handel | 게오르크 프리드리히 헨델 | George Frideric Handel | = | 1685 | 1759 | | 독일에서 태어나 영국에서 활동한 작곡가이다.
haydn | 요제프 하이든 | Joseph Haydn | = | 1732 | 1809 | | 교향곡과 현악 사중주의 틀을 세운 오스트리아의 작곡가이다.
mozart | 볼프강 아마데우스 모차르트 | Wolfgang Amadeus Mozart | = | 1756 | 1791 | | 잘츠부르크에서 태어난 오스트리아의 작곡가이다.
beethoven | 루트비히 판 베토벤 | Ludwig van Beethoven | = | 1770 | 1827 | | 독일 본에서 태어나 빈에서 활동한 작곡가이다.
schubert | 프란츠 슈베르트 | Franz Schubert | = | 1797 | 1828 | | 가곡의 왕으로 불리는 오스트리아의 작곡가이다.
mendelssohn | 펠릭스 멘델스존 | Felix Mendelssohn | = | 1809 | 1847 | | 독일의 작곡가이자 지휘자이다.
chopin | 프레데리크 쇼팽 | Frédéric Chopin | Fryderyk Chopin | 1810 | 1849 | | 폴란드에서 태어나 파리에서 활동한 피아노 작곡가이다.
schumann | 로베르트 슈만 | Robert Schumann | = | 1810 | 1856 | | 독일의 낭만주의 작곡가이다.
verdi | 주세페 베르디 | Giuseppe Verdi | = | 1813 | 1901 | | 이탈리아의 오페라 작곡가이다.
brahms | 요하네스 브람스 | Johannes Brahms | = | 1833 | 1897 | | 독일의 낭만주의 작곡가이다.
bizet | 조르주 비제 | Georges Bizet | = | 1838 | 1875 | | 프랑스의 작곡가이다.
mussorgsky | 모데스트 무소륵스키 | Modest Mussorgsky | Модест Мусоргский | 1839 | 1881 | | 러시아의 작곡가이다.
tchaikovsky | 표트르 차이콥스키 | Pyotr Ilyich Tchaikovsky | Пётр Чайковский | 1840 | 1893 | | 러시아의 낭만주의 작곡가이다.
dvorak | 안토닌 드보르자크 | Antonín Dvořák | = | 1841 | 1904 | | 체코의 작곡가이다.
grieg | 에드바르 그리그 | Edvard Grieg | = | 1843 | 1907 | | 노르웨이의 작곡가이다.
puccini | 자코모 푸치니 | Giacomo Puccini | = | 1858 | 1924 | | 이탈리아의 오페라 작곡가이다.
debussy | 클로드 드뷔시 | Claude Debussy | = | 1862 | 1918 | | 프랑스의 작곡가이다.
satie | 에리크 사티 | Erik Satie | = | 1866 | 1925 | | 프랑스의 작곡가이자 피아노 연주자이다.
rachmaninoff | 세르게이 라흐마니노프 | Sergei Rachmaninoff | Сергей Рахманинов | 1873 | 1943 | | 러시아의 작곡가이자 피아노 연주자이다.
ravel | 모리스 라벨 | Maurice Ravel | = | 1875 | 1937 | | 프랑스의 작곡가이다.
`;

export const PIECES = `
사계 | The Four Seasons | vivaldi | 협주곡
브란덴부르크 협주곡 | Brandenburg Concertos | bach | 협주곡
골드베르크 변주곡 | Goldberg Variations | bach | 독주곡
무반주 첼로 모음곡 | Cello Suites | bach | 독주곡
마태 수난곡 | St Matthew Passion | bach | 종교음악
메시아 | Messiah | handel | 종교음악
수상 음악 | Water Music | handel | 교향곡·관현악
천지창조 | The Creation | haydn | 종교음악
교향곡 94번 “놀람” | Symphony No. 94 “Surprise” | haydn | 교향곡·관현악
피가로의 결혼 | The Marriage of Figaro | mozart | 오페라·성악
마술피리 | The Magic Flute | mozart | 오페라·성악
교향곡 40번 | Symphony No. 40 | mozart | 교향곡·관현악
교향곡 41번 “주피터” | Symphony No. 41 “Jupiter” | mozart | 교향곡·관현악
레퀴엠 | Requiem | mozart | 종교음악
클라리넷 협주곡 | Clarinet Concerto | mozart | 협주곡
교향곡 3번 “영웅” | Symphony No. 3 “Eroica” | beethoven | 교향곡·관현악
교향곡 5번 “운명” | Symphony No. 5 | beethoven | 교향곡·관현악
교향곡 6번 “전원” | Symphony No. 6 “Pastoral” | beethoven | 교향곡·관현악
교향곡 9번 “합창” | Symphony No. 9 “Choral” | beethoven | 교향곡·관현악
피아노 협주곡 5번 “황제” | Piano Concerto No. 5 “Emperor” | beethoven | 협주곡
피아노 소나타 14번 “월광” | Piano Sonata No. 14 “Moonlight” | beethoven | 독주곡
겨울 나그네 | Winterreise | schubert | 오페라·성악
피아노 오중주 “송어” | Piano Quintet “The Trout” | schubert | 실내악
현악 사중주 14번 “죽음과 소녀” | String Quartet No. 14 “Death and the Maiden” | schubert | 실내악
한여름 밤의 꿈 | A Midsummer Night's Dream | mendelssohn | 교향곡·관현악
바이올린 협주곡 마단조 | Violin Concerto in E minor | mendelssohn | 협주곡
녹턴 | Nocturnes | chopin | 독주곡
전주곡 작품 28 | Preludes, Op. 28 | chopin | 독주곡
어린이의 정경 | Scenes from Childhood | schumann | 독주곡
시인의 사랑 | Poet's Love | schumann | 오페라·성악
라 트라비아타 | La traviata | verdi | 오페라·성악
아이다 | Aida | verdi | 오페라·성악
독일 레퀴엠 | A German Requiem | brahms | 종교음악
교향곡 4번 | Symphony No. 4 | brahms | 교향곡·관현악
클라리넷 오중주 | Clarinet Quintet | brahms | 실내악
카르멘 | Carmen | bizet | 오페라·성악
전람회의 그림 | Pictures at an Exhibition | mussorgsky | 독주곡
백조의 호수 | Swan Lake | tchaikovsky | 교향곡·관현악
호두까기 인형 | The Nutcracker | tchaikovsky | 교향곡·관현악
교향곡 6번 “비창” | Symphony No. 6 “Pathétique” | tchaikovsky | 교향곡·관현악
교향곡 9번 “신세계로부터” | Symphony No. 9 “From the New World” | dvorak | 교향곡·관현악
현악 사중주 12번 “아메리카” | String Quartet No. 12 “American” | dvorak | 실내악
첼로 협주곡 나단조 | Cello Concerto in B minor | dvorak | 협주곡
페르 귄트 모음곡 | Peer Gynt Suites | grieg | 교향곡·관현악
라 보엠 | La bohème | puccini | 오페라·성악
나비 부인 | Madama Butterfly | puccini | 오페라·성악
바다 | La mer | debussy | 교향곡·관현악
베르가마스크 모음곡 | Suite bergamasque | debussy | 독주곡
짐노페디 | Gymnopédies | satie | 독주곡
피아노 협주곡 2번 | Piano Concerto No. 2 | rachmaninoff | 협주곡
볼레로 | Boléro | ravel | 교향곡·관현악
현악 사중주 바장조 | String Quartet in F major | ravel | 실내악
`;
