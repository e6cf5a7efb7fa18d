/**
 * Works written in French. Column meanings: `parse-table.ts`.
 */
export const FRENCH_AUTHORS = `
marco-polo | 마르코 폴로 | Marco Polo | Marco Polo | 1254 | 1324 | | 원나라를 다녀온 베네치아의 상인이다.
rabelais | 프랑수아 라블레 | François Rabelais | = | ~1494 | 1553 | | 프랑스의 인문주의자이자 의사, 작가이다.
montaigne | 미셸 드 몽테뉴 | Michel de Montaigne | = | 1533 | 1592 | | 에세이라는 글의 형식을 연 프랑스의 사상가이다.
descartes | 르네 데카르트 | René Descartes | = | 1596 | 1650 | | 근대 철학의 문을 연 프랑스의 철학자이자 수학자이다.
corneille | 피에르 코르네유 | Pierre Corneille | = | 1606 | 1684 | | 프랑스의 고전 비극 작가이다.
la-fontaine | 장 드 라퐁텐 | Jean de La Fontaine | = | 1621 | 1695 | | 프랑스의 우화 시인이다.
moliere | 몰리에르 | Molière | = | 1622 | 1673 | | 본명은 장바티스트 포클랭으로, 프랑스의 희극 작가이자 배우이다.
pascal | 블레즈 파스칼 | Blaise Pascal | = | 1623 | 1662 | | 프랑스의 수학자이자 물리학자, 철학자이다.
perrault | 샤를 페로 | Charles Perrault | = | 1628 | 1703 | | 옛이야기를 다듬어 펴낸 프랑스의 작가이다.
la-fayette | 라파예트 부인 | Madame de La Fayette | = | 1634 | 1693 | | 심리 소설을 연 프랑스의 소설가이다.
racine | 장 라신 | Jean Racine | = | 1639 | 1699 | | 프랑스의 고전 비극 작가이다.
montesquieu | 몽테스키외 | Montesquieu | = | 1689 | 1755 | | 권력 분립을 논한 프랑스의 사상가이다.
voltaire | 볼테르 | Voltaire | = | 1694 | 1778 | | 본명은 프랑수아마리 아루에로, 프랑스의 계몽 사상가이다.
prevost | 아베 프레보 | Abbé Prévost | = | 1697 | 1763 | | 프랑스의 소설가이자 성직자이다.
rousseau | 장자크 루소 | Jean-Jacques Rousseau | = | 1712 | 1778 | | 제네바 출신의 계몽 사상가이다.
diderot | 드니 디드로 | Denis Diderot | = | 1713 | 1784 | | 《백과전서》를 엮은 프랑스의 사상가이다.
laclos | 쇼데를로 드 라클로 | Pierre Choderlos de Laclos | = | 1741 | 1803 | | 군인이었던 프랑스의 소설가이다.
stendhal | 스탕달 | Stendhal | = | 1783 | 1842 | | 본명은 마리앙리 벨로, 프랑스의 사실주의 소설가이다.
balzac | 오노레 드 발자크 | Honoré de Balzac | = | 1799 | 1850 | | 《인간 희극》이라는 소설 체계를 세운 프랑스의 소설가이다.
hugo | 빅토르 위고 | Victor Hugo | = | 1802 | 1885 | | 프랑스의 시인이자 소설가, 극작가이다.
dumas | 알렉상드르 뒤마 | Alexandre Dumas | = | 1802 | 1870 | | 프랑스의 역사소설가이자 극작가이다.
merimee | 프로스페르 메리메 | Prosper Mérimée | = | 1803 | 1870 | | 프랑스의 단편소설가이다.
sand | 조르주 상드 | George Sand | = | 1804 | 1876 | | 본명은 오로르 뒤팽으로, 프랑스의 소설가이다.
tocqueville | 알렉시 드 토크빌 | Alexis de Tocqueville | = | 1805 | 1859 | | 프랑스의 정치 사상가이자 역사가이다.
baudelaire | 샤를 보들레르 | Charles Baudelaire | = | 1821 | 1867 | | 현대 시의 문을 연 프랑스의 시인이다.
flaubert | 귀스타브 플로베르 | Gustave Flaubert | = | 1821 | 1880 | 마담 보바리 | 꼭 맞는 단 하나의 낱말을 찾으려 한 프랑스의 소설가이다.
fabre | 장 앙리 파브르 | Jean-Henri Fabre | = | 1823 | 1915 | | 곤충의 습성을 관찰한 프랑스의 박물학자이다.
dumas-fils | 알렉상드르 뒤마 피스 | Alexandre Dumas fils | = | 1824 | 1895 | | 대 뒤마의 아들로, 프랑스의 소설가이자 극작가이다.
verne | 쥘 베른 | Jules Verne | = | 1828 | 1905 | | 과학 모험 소설을 개척한 프랑스의 소설가이다.
malot | 엑토르 말로 | Hector Malot | = | 1830 | 1907 | | 프랑스의 소설가이다.
daudet | 알퐁스 도데 | Alphonse Daudet | = | 1840 | 1897 | | 고향 프로방스를 그린 프랑스의 소설가이다.
zola | 에밀 졸라 | Émile Zola | = | 1840 | 1902 | | 프랑스의 자연주의 소설가이다.
france | 아나톨 프랑스 | Anatole France | = | 1844 | 1924 | | 노벨 문학상을 받은 프랑스의 소설가이다.
verlaine | 폴 베를렌 | Paul Verlaine | = | 1844 | 1896 | | 프랑스의 상징주의 시인이다.
lautreamont | 로트레아몽 | Comte de Lautréamont | = | 1846 | 1870 | | 본명은 이지도르 뒤카스로, 우루과이에서 태어난 프랑스의 시인이다.
maupassant | 기 드 모파상 | Guy de Maupassant | = | 1850 | 1893 | | 수백 편의 단편을 남긴 프랑스의 소설가이다.
rimbaud | 아르튀르 랭보 | Arthur Rimbaud | = | 1854 | 1891 | | 스무 살 무렵 시를 그만둔 프랑스의 시인이다.
poincare | 앙리 푸앵카레 | Henri Poincaré | = | 1854 | 1912 | | 프랑스의 수학자이자 물리학자이다.
durkheim | 에밀 뒤르켐 | Émile Durkheim | = | 1858 | 1917 | | 사회학을 학문으로 세운 프랑스의 사회학자이다.
bergson | 앙리 베르그송 | Henri Bergson | = | 1859 | 1941 | | 노벨 문학상을 받은 프랑스의 철학자이다.
maeterlinck | 모리스 마테를링크 | Maurice Maeterlinck | = | 1862 | 1949 | | 노벨 문학상을 받은 벨기에의 극작가이다.
renard | 쥘 르나르 | Jules Renard | = | 1864 | 1910 | | 프랑스의 소설가이자 극작가이다.
leblanc | 모리스 르블랑 | Maurice Leblanc | = | 1864 | 1941 | | 괴도 아르센 뤼팽을 만들어 낸 프랑스의 소설가이다.
rolland | 로맹 롤랑 | Romain Rolland | = | 1866 | 1944 | | 노벨 문학상을 받은 프랑스의 소설가이다.
rostand | 에드몽 로스탕 | Edmond Rostand | = | 1868 | 1918 | | 프랑스의 극작가이다.
leroux | 가스통 르루 | Gaston Leroux | = | 1868 | 1927 | | 프랑스의 추리소설가이자 기자이다.
gide | 앙드레 지드 | André Gide | = | 1869 | 1951 | | 노벨 문학상을 받은 프랑스의 소설가이다.
proust | 마르셀 프루스트 | Marcel Proust | = | 1871 | 1922 | | 기억과 시간을 탐구한 프랑스의 소설가이다.
valery | 폴 발레리 | Paul Valéry | = | 1871 | 1945 | | 프랑스의 시인이자 비평가이다.
apollinaire | 기욤 아폴리네르 | Guillaume Apollinaire | = | 1880 | 1918 | | 프랑스의 전위 시인이다.
alain-fournier | 알랭푸르니에 | Alain-Fournier | = | 1886 | 1914 | 대장 몬 | 제1차 세계대전에서 전사한 프랑스의 소설가이다.
saint-exupery | 앙투안 드 생텍쥐페리 | Antoine de Saint-Exupéry | = | 1900 | 1944 | | 비행사로 일하며 글을 쓴 프랑스의 작가이다.
radiguet | 레몽 라디게 | Raymond Radiguet | = | 1903 | 1923 | | 스무 살에 세상을 떠난 프랑스의 소설가이다.
weil | 시몬 베유 | Simone Weil | = | 1909 | 1943 | | 공장 노동을 체험한 프랑스의 철학자이다.
`;

export const FRENCH_WORKS = `
동방견문록 | The Travels of Marco Polo | Le Devisement du monde | marco-polo | ~1300 | fr | travelogue | 베네치아 상인이 보고 들은 동쪽 나라들의 풍속을 감옥에서 구술한 여행기이다.
팡타그뤼엘 | Pantagruel | = | rabelais | 1532 | fr | fr-novel
가르강튀아 | Gargantua | = | rabelais | 1534 | fr | fr-novel
에세 | Essays | Les Essais | montaigne | 1580 | fr | world-essay | 나는 무엇을 아는가를 물으며 자기 자신을 탐구한 글 모음이다.
르 시드 | The Cid | Le Cid | corneille | 1637 | fr | drama
방법서설 | Discourse on the Method | Discours de la méthode | descartes | 1637 | fr | west-phil | 모든 것을 의심한 끝에 생각하는 나에 이르는 길을 적었다.
성찰 | Meditations on First Philosophy | Meditationes de prima philosophia | descartes | 1641 | la | west-phil
타르튀프 | Tartuffe | Le Tartuffe | moliere | 1664 | fr | drama
인간 혐오자 | The Misanthrope | Le Misanthrope | moliere | 1666 | fr | drama
수전노 | The Miser | L'Avare | moliere | 1668 | fr | drama | 돈 궤짝밖에 모르는 아르파공과 그 자식들의 소동을 그린 희극이다.
라퐁텐 우화집 | Fables | Fables | la-fontaine | 1668 | fr | folk-tale
팡세 | Pensées | = | pascal | 1670 | fr | west-phil | 인간의 비참함과 위대함을 헤아린 단편적인 생각들의 유고집이다.
페드르 | Phaedra | Phèdre | racine | 1677 | fr | drama
클레브 공작부인 | The Princess of Cleves | La Princesse de Clèves | la-fayette | 1678 | fr | fr-novel
페로 동화집 | Histories or Tales of Past Times | Histoires ou contes du temps passé | perrault | 1697 | fr | folk-tale | 신데렐라와 빨간 모자, 장화 신은 고양이가 실린 옛이야기집이다.
페르시아인의 편지 | Persian Letters | Lettres persanes | montesquieu | 1721 | fr | fr-novel
마농 레스코 | Manon Lescaut | Histoire du chevalier des Grieux et de Manon Lescaut | prevost | 1731 | fr | fr-novel
법의 정신 | The Spirit of Law | De l'esprit des lois | montesquieu | 1748 | fr | law
인간 불평등 기원론 | Discourse on the Origin of Inequality | Discours sur l'origine et les fondements de l'inégalité parmi les hommes | rousseau | 1755 | fr | politics
캉디드 | Candide | Candide, ou l'Optimisme | voltaire | 1759 | fr | fr-novel | 모든 것이 최선이라 배운 청년이 온 세상의 불행을 겪으며 떠돈다.
사회계약론 | The Social Contract | Du contrat social | rousseau | 1762 | fr | politics | 정당한 권력은 어디에서 오는가를 묻고 일반 의지를 답으로 내놓는다.
에밀 | Emile, or On Education | Émile, ou De l'éducation | rousseau | 1762 | fr | education
관용론 | Treatise on Tolerance | Traité sur la tolérance | voltaire | 1763 | fr | politics
고백 | Confessions | Les Confessions | rousseau | 1782 | fr | biography
위험한 관계 | Dangerous Liaisons | Les Liaisons dangereuses | laclos | 1782 | fr | fr-novel
운명론자 자크 | Jacques the Fatalist | Jacques le fataliste et son maître | diderot | 1796 | fr | fr-novel
적과 흑 | The Red and the Black | Le Rouge et le Noir | stendhal | 1830 | fr | fr-novel | 목수의 아들 쥘리앵 소렐이 야망을 품고 상류 사회에 오르려 한다.
파리의 노트르담 | The Hunchback of Notre-Dame | Notre-Dame de Paris | hugo | 1831 | fr | fr-novel | 대성당의 종지기 콰지모도와 집시 소녀 에스메랄다의 이야기이다.
외제니 그랑데 | Eugénie Grandet | = | balzac | 1833 | fr | fr-novel
고리오 영감 | Father Goriot | Le Père Goriot | balzac | 1835 | fr | fr-novel | 두 딸에게 모든 것을 내어 준 아버지와 출세를 꿈꾸는 청년이 파리의 하숙집에서 만난다.
미국의 민주주의 | Democracy in America | De la démocratie en Amérique | tocqueville | 1835 | fr | politics
골짜기의 백합 | The Lily of the Valley | Le Lys dans la vallée | balzac | 1836 | fr | fr-novel
파르마의 수도원 | The Charterhouse of Parma | La Chartreuse de Parme | stendhal | 1839 | fr | fr-novel
삼총사 | The Three Musketeers | Les Trois Mousquetaires | dumas | 1844 | fr | fr-novel | 시골 청년 다르타냥이 아토스, 포르토스, 아라미스와 함께 왕비를 위해 싸운다.
몬테크리스토 백작 | The Count of Monte Cristo | Le Comte de Monte-Cristo | dumas | 1844 | fr | fr-novel | 억울하게 갇힌 선원 에드몽 당테스가 탈옥하여 보물을 얻고 복수에 나선다.
카르멘 | Carmen | = | merimee | 1845 | fr | fr-novel
춘희 | The Lady of the Camellias | La Dame aux camélias | dumas-fils | 1848 | fr | fr-novel
사랑의 요정 | Little Fadette | La Petite Fadette | sand | 1849 | fr | fr-novel
마담 보바리 | Madame Bovary | = | flaubert | 1857 | fr | fr-novel | 시골 의사의 아내 에마가 소설 같은 사랑을 꿈꾸다 파멸에 이른다.
악의 꽃 | The Flowers of Evil | Les Fleurs du mal | baudelaire | 1857 | fr | world-poem | 도시의 우울과 아름다움을 노래하여 현대 시의 문을 연 시집이다.
레 미제라블 | Les Misérables | = | hugo | 1862 | fr | fr-novel | 빵 한 덩이를 훔친 장 발장이 은촛대의 은혜로 새사람이 되어 살아가는 대하소설이다.
지구 속 여행 | Journey to the Center of the Earth | Voyage au centre de la Terre | verne | 1864 | fr | sf
테레즈 라캥 | Thérèse Raquin | = | zola | 1867 | fr | fr-novel
감정 교육 | Sentimental Education | L'Éducation sentimentale | flaubert | 1869 | fr | fr-novel
말도로르의 노래 | The Songs of Maldoror | Les Chants de Maldoror | lautreamont | 1869 | fr | world-poem
풍차 방앗간 편지 | Letters from My Windmill | Lettres de mon moulin | daudet | 1869 | fr | fr-novel
파리의 우울 | Paris Spleen | Le Spleen de Paris | baudelaire | 1869 | fr | world-poem
해저 2만 리 | Twenty Thousand Leagues Under the Seas | Vingt mille lieues sous les mers | verne | 1870 | fr | sf | 바다 괴물을 쫓던 아로낙스 박사가 네모 선장의 잠수함 노틸러스호에 오른다.
80일간의 세계 일주 | Around the World in Eighty Days | Le Tour du monde en quatre-vingts jours | verne | 1873 | fr | sf | 필리어스 포그가 하인 파스파르투와 함께 팔십 일 안에 지구를 한 바퀴 돌겠다는 내기를 한다.
월요 이야기 | Monday Tales | Contes du lundi | daudet | 1873 | fr | fr-novel | 알자스의 마지막 프랑스어 수업을 그린 단편이 실린 이야기집이다.
지옥에서 보낸 한 철 | A Season in Hell | Une saison en enfer | rimbaud | 1873 | fr | world-poem
말 없는 연가 | Songs without Words | Romances sans paroles | verlaine | 1874 | fr | world-poem
신비의 섬 | The Mysterious Island | L'Île mystérieuse | verne | 1875 | fr | sf
목로주점 | The Drinking Den | L'Assommoir | zola | 1877 | fr | fr-novel
세 가지 이야기 | Three Tales | Trois contes | flaubert | 1877 | fr | fr-novel
집 없는 아이 | Nobody's Boy | Sans famille | malot | 1878 | fr | child-classic
파브르 곤충기 | Souvenirs entomologiques | = | fabre | 1879 | fr | biology | 쇠똥구리와 벌, 매미의 삶을 들판에서 끈기 있게 지켜본 기록이다.
비곗덩어리 | Boule de Suif | = | maupassant | 1880 | fr | fr-novel
나나 | Nana | = | zola | 1880 | fr | fr-novel
여자의 일생 | A Woman's Life | Une vie | maupassant | 1883 | fr | fr-novel | 수녀원을 나와 꿈에 부푼 잔이 결혼 뒤에 겪는 환멸의 세월을 그린다.
목걸이 | The Necklace | La Parure | maupassant | 1884 | fr | fr-novel | 빌린 목걸이를 잃어버린 부부가 그 값을 갚느라 십 년을 보낸다.
벨아미 | Bel-Ami | = | maupassant | 1885 | fr | fr-novel
제르미날 | Germinal | = | zola | 1885 | fr | fr-novel | 북부 탄광의 광부들이 굶주림 끝에 파업을 일으킨다.
15소년 표류기 | Two Years' Vacation | Deux ans de vacances | verne | 1888 | fr | child-classic | 배에 탄 채 표류한 소년 열다섯이 무인도에서 두 해를 살아 낸다.
홍당무 | Carrot Top | Poil de carotte | renard | 1894 | fr | child-classic
지상의 양식 | The Fruits of the Earth | Les Nourritures terrestres | gide | 1897 | fr | world-essay
자살론 | Suicide | Le Suicide | durkheim | 1897 | fr | sociology
시라노 드 베르주라크 | Cyrano de Bergerac | = | rostand | 1897 | fr | drama
나는 고발한다 | I Accuse | J'accuse…! | zola | 1898 | fr | politics
웃음 | Laughter | Le Rire | bergson | 1900 | fr | west-phil
배덕자 | The Immoralist | L'Immoraliste | gide | 1902 | fr | fr-novel
과학과 가설 | Science and Hypothesis | La Science et l'Hypothèse | poincare | 1902 | fr | science
베토벤의 생애 | Life of Beethoven | Vie de Beethoven | rolland | 1903 | fr | biography
장 크리스토프 | Jean-Christophe | = | rolland | 1904 | fr | fr-novel
괴도 신사 아르센 뤼팽 | Arsène Lupin, Gentleman-Thief | Arsène Lupin, gentleman-cambrioleur | leblanc | 1907 | fr | mystery | 변장의 명수인 괴도 뤼팽이 처음 등장하는 단편집이다.
노란 방의 비밀 | The Mystery of the Yellow Room | Le Mystère de la chambre jaune | leroux | 1907 | fr | mystery
창조적 진화 | Creative Evolution | L'Évolution créatrice | bergson | 1907 | fr | west-phil
파랑새 | The Blue Bird | L'Oiseau bleu | maeterlinck | 1908 | fr | drama | 틸틸과 미틸 남매가 행복의 파랑새를 찾아 꿈속 나라들을 돌아다닌다.
펭귄의 섬 | Penguin Island | L'Île des Pingouins | france | 1908 | fr | fr-novel
좁은 문 | Strait Is the Gate | La Porte étroite | gide | 1909 | fr | fr-novel | 제롬을 사랑하면서도 지상의 행복을 물리치는 알리사의 이야기이다.
기암성 | The Hollow Needle | L'Aiguille creuse | leblanc | 1909 | fr | mystery
오페라의 유령 | The Phantom of the Opera | Le Fantôme de l'Opéra | leroux | 1910 | fr | mystery | 파리 오페라 극장 지하에 숨어 사는 이가 가수 크리스틴을 사랑한다.
대장 몬 | The Lost Estate | Le Grand Meaulnes | alain-fournier | 1913 | fr | fr-novel
알코올 | Alcools | = | apollinaire | 1913 | fr | world-poem
잃어버린 시간을 찾아서 | In Search of Lost Time | À la recherche du temps perdu | proust | 1913 | fr | fr-novel | 차에 적신 마들렌 한 조각에서 되살아난 기억을 따라가는 일곱 편의 대하소설이다.
전원 교향곡 | The Pastoral Symphony | La Symphonie pastorale | gide | 1919 | fr | fr-novel
해변의 묘지 | The Graveyard by the Sea | Le Cimetière marin | valery | 1920 | fr | world-poem
육체의 악마 | The Devil in the Flesh | Le Diable au corps | radiguet | 1923 | fr | fr-novel
남방 우편기 | Southern Mail | Courrier sud | saint-exupery | 1929 | fr | fr-novel
야간 비행 | Night Flight | Vol de nuit | saint-exupery | 1931 | fr | fr-novel
인간의 대지 | Wind, Sand and Stars | Terre des hommes | saint-exupery | 1939 | fr | world-essay
어린 왕자 | The Little Prince | Le Petit Prince | saint-exupery | 1943 | fr | child-classic | 사막에 불시착한 비행사가 작은 별에서 온 왕자를 만나 소중한 것은 눈에 보이지 않음을 배운다.
중력과 은총 | Gravity and Grace | La Pesanteur et la Grâce | weil | 1947 | fr | west-phil
`;
