// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/array/print.hpp"

#include "cushard/array/creation.hpp"
#include "cushard/array/format.hpp"
#include "cushard/array/manipulation.hpp"
#include "cushard/math/arithmetic.hpp"
#include "cushard/math/logic.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace cs = cushard;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float inf = std::numeric_limits<float>::infinity();

template <class T>
cs::device_array<T> rounded(std::initializer_list<double> values) {
    std::vector<T> out;
    for (const double value : values) out.push_back(cs::convert<T>(value));
    return cs::array(out);
}
cs::device_array<cs::half> halves(std::initializer_list<double> values) { return rounded<cs::half>(values); }

template <class T>
cs::device_array<cs::complex<T>> complexes(std::initializer_list<cs::complex<T>> values) {
    return cs::array(values);
}

cs::device_array<double> edges_are_small() {
    auto out = cs::full<double>(2000, 1.5);
    out(cs::slice(3, -3)) = 1e30;
    return out;
}

struct golden {
    const char* name;
    std::string (*text)();
    const char* expected;
};

void PrintTo(const golden& what, std::ostream* out) { *out << what.name; }

// What `str` of the same array gives in NumPy 2.4.6.
// clang-format off
const golden goldens[] = {
    {"WholeNumbers", [] { return cs::to_string(cs::array<float>({0.0, 1.0, 2.0})); },
        "[0. 1. 2.]"},
    {"Fractions", [] { return cs::to_string(cs::array<float>({0.5, 1.25, -3.0})); },
        "[ 0.5   1.25 -3.  ]"},
    {"AThird", [] { return cs::to_string(cs::array<float>({0.3333333333333333, 0.6666666666666666, 1.0})); },
        "[0.33333334 0.6666667  1.        ]"},
    {"AThirdInDouble", [] { return cs::to_string(cs::array<double>({0.3333333333333333, 0.6666666666666666, 1.0})); },
        "[0.33333333 0.66666667 1.        ]"},
    {"NegativeZero", [] { return cs::to_string(cs::array<float>({-0.0, 0.0})); },
        "[-0.  0.]"},
    {"JustBelowTheLargestPositionalFloat", [] { return cs::to_string(cs::array<float>({999999.0, 1.0})); },
        "[9.99999e+05 1.00000e+00]"},
    {"PositionalFloat", [] { return cs::to_string(cs::array<float>({999999.0, 1000.0})); },
        "[999999.   1000.]"},
    {"ScientificFloat", [] { return cs::to_string(cs::array<float>({1000000.0, 1000000.5})); },
        "[1.0000000e+06 1.0000005e+06]"},
    {"PositionalDouble", [] { return cs::to_string(cs::array<double>({99999999.0, 99999998.5})); },
        "[99999999.  99999998.5]"},
    {"ScientificDouble", [] { return cs::to_string(cs::array<double>({100000000.0, 100000001.0})); },
        "[1.00000000e+08 1.00000001e+08]"},
    {"LeastPositionalFloat", [] { return cs::to_string(cs::array<float>({0.0001, 0.001})); },
        "[0.0001 0.001 ]"},
    {"BelowLeastPositional", [] { return cs::to_string(cs::array<float>({9e-05, 0.001})); },
        "[9.e-05 1.e-03]"},
    {"LeastPositionalDouble", [] { return cs::to_string(cs::array<double>({0.0001, 0.1})); },
        "[0.0001 0.1   ]"},
    {"RatioOfAThousand", [] { return cs::to_string(cs::array<double>({1.0, 1000.0})); },
        "[   1. 1000.]"},
    {"RatioAboveAThousand", [] { return cs::to_string(cs::array<double>({1.0, 1001.0})); },
        "[1.000e+00 1.001e+03]"},
    {"RoundedToEightPlaces", [] { return cs::to_string(cs::array<double>({3.141592653589793, 2.718281828459045})); },
        "[3.14159265 2.71828183]"},
    {"RoundsUpToAWholeNumber", [] { return cs::to_string(cs::array<double>({0.999999999, 0.5})); },
        "[1.  0.5]"},
    {"ScientificRounding", [] { return cs::to_string(cs::array<double>({1.23456789012e-07, 5.0})); },
        "[1.23456789e-07 5.00000000e+00]"},
    {"ThreeDigitExponents", [] { return cs::to_string(cs::array<double>({1e-100, 1e+100, 1.0})); },
        "[1.e-100 1.e+100 1.e+000]"},
    {"Subnormal", [] { return cs::to_string(cs::array<double>({5e-324})); },
        "[5.e-324]"},
    {"ScientificDigitsAreExact", [] { return cs::to_string(cs::array<float>({1e-10, 1.2345678e-05})); },
        "[1.0000000e-10 1.2345678e-05]"},
    {"NotFinite", [] { return cs::to_string(cs::array<float>({nan, inf, -inf})); },
        "[ nan  inf -inf]"},
    {"NotFiniteAmongNumbers", [] { return cs::to_string(cs::array<float>({1.5, nan, -inf, 22.25})); },
        "[ 1.5    nan  -inf 22.25]"},
    {"NanAlone", [] { return cs::to_string(cs::array<double>({nan})); },
        "[nan]"},
    {"InfinityAlone", [] { return cs::to_string(cs::array<double>({-inf, inf})); },
        "[-inf  inf]"},
    {"NotFiniteInScientific", [] { return cs::to_string(cs::array<double>({1e+20, nan, -inf})); },
        "[1.e+20    nan   -inf]"},
    {"Bools", [] { return cs::to_string(cs::array<bool>({true, false, true})); },
        "[ True False  True]"},
    {"BoolTable", [] { return cs::to_string(cs::array<bool>({true, false, false, true}, cs::shape{2, 2})); },
        "[[ True False]\n"
        " [False  True]]"},
    {"SmallIntegers", [] { return cs::to_string(cs::array<std::int8_t>({-128, 0, 127})); },
        "[-128    0  127]"},
    {"UnsignedBytes", [] { return cs::to_string(cs::array<std::uint8_t>({0, 7, 255})); },
        "[  0   7 255]"},
    {"Integers", [] { return cs::to_string(cs::array<int>({1, -20, 300})); },
        "[  1 -20 300]"},
    {"LargestIntegers", [] { return cs::to_string(cs::array<std::int64_t>({9223372036854775807, INT64_MIN, 0})); },
        "[ 9223372036854775807 -9223372036854775808                    0]"},
    {"LargestUnsigned", [] { return cs::to_string(cs::array<std::uint64_t>({18446744073709551615u, 0})); },
        "[18446744073709551615                    0]"},
    {"RankZeroFloat", [] { return cs::to_string(cs::array<float>({1.5}, cs::shape{})); },
        "1.5"},
    {"RankZeroWhole", [] { return cs::to_string(cs::array<float>({3.0}, cs::shape{})); },
        "3.0"},
    {"RankZeroLargeFloat", [] { return cs::to_string(cs::array<float>({1000000.0}, cs::shape{})); },
        "1e+06"},
    {"RankZeroLargeDouble", [] { return cs::to_string(cs::array<double>({1000000000000000.0}, cs::shape{})); },
        "1000000000000000.0"},
    {"RankZeroHugeDouble", [] { return cs::to_string(cs::array<double>({1e+16}, cs::shape{})); },
        "1e+16"},
    {"RankZeroAllDigits", [] { return cs::to_string(cs::array<double>({0.3333333333333333}, cs::shape{})); },
        "0.3333333333333333"},
    {"RankZeroSmallFloat", [] { return cs::to_string(cs::array<float>({0.0001}, cs::shape{})); },
        "1e-04"},
    {"RankZeroNan", [] { return cs::to_string(cs::array<double>({nan}, cs::shape{})); },
        "nan"},
    {"RankZeroBool", [] { return cs::to_string(cs::array<bool>({true}, cs::shape{})); },
        "True"},
    {"RankZeroInteger", [] { return cs::to_string(cs::array<int>({-7}, cs::shape{})); },
        "-7"},
    {"OneElement", [] { return cs::to_string(cs::array<int>({5})); },
        "[5]"},
    {"EmptyVector", [] { return cs::to_string(cs::array<int>({}, cs::shape{0})); },
        "[]"},
    {"EmptyTable", [] { return cs::to_string(cs::array<float>({}, cs::shape{0, 3})); },
        "[]"},
    {"EmptyRows", [] { return cs::to_string(cs::array<float>({}, cs::shape{3, 0})); },
        "[]"},
    {"Table", [] { return cs::to_string(cs::array<float>({1.0, 2.0, 3.0, 4.5, 5.0, 6.0}, cs::shape{2, 3})); },
        "[[1.  2.  3. ]\n"
        " [4.5 5.  6. ]]"},
    {"OneByOne", [] { return cs::to_string(cs::array<int>({1}, cs::shape{1, 1})); },
        "[[1]]"},
    {"RankThree", [] { return cs::to_string(cs::array<int>({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, cs::shape{2, 3, 2})); },
        "[[[ 0  1]\n"
        "  [ 2  3]\n"
        "  [ 4  5]]\n"
        "\n"
        " [[ 6  7]\n"
        "  [ 8  9]\n"
        "  [10 11]]]"},
    {"RankFour", [] { return cs::to_string(cs::array<int>({0, 1, 2, 3}, cs::shape{2, 1, 2, 1})); },
        "[[[[0]\n"
        "   [1]]]\n"
        "\n"
        "\n"
        " [[[2]\n"
        "   [3]]]]"},
    {"WrappedIntegers", [] { return cs::to_string(cs::arange<std::int64_t>(40)); },
        "[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n"
        " 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39]"},
    {"FillsTheLine", [] { return cs::to_string(cs::arange<std::int64_t>(10, 34)); },
        "[10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33]"},
    {"OneMoreThanTheLine", [] { return cs::to_string(cs::arange<std::int64_t>(10, 35)); },
        "[10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33\n"
        " 34]"},
    {"WrappedFloats", [] { return cs::to_string(cs::linspace(0.0f, 1.0f, 17)); },
        "[0.     0.0625 0.125  0.1875 0.25   0.3125 0.375  0.4375 0.5    0.5625\n"
        " 0.625  0.6875 0.75   0.8125 0.875  0.9375 1.    ]"},
    {"WrappedRowsOfATable", [] { return cs::to_string(cs::arange<std::int64_t>(60).reshape({2, 30})); },
        "[[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n"
        "  24 25 26 27 28 29]\n"
        " [30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53\n"
        "  54 55 56 57 58 59]]"},
    {"WrappedRowsOfRankThree", [] { return cs::to_string(cs::arange<std::int64_t>(54).reshape({1, 2, 27})); },
        "[[[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22\n"
        "   23 24 25 26]\n"
        "  [27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49\n"
        "   50 51 52 53]]]"},
    {"NotCutAtTheThreshold", [] { return cs::to_string(cs::arange<std::int64_t>(1000).reshape({100, 10})); },
        "[[  0   1   2   3   4   5   6   7   8   9]\n"
        " [ 10  11  12  13  14  15  16  17  18  19]\n"
        " [ 20  21  22  23  24  25  26  27  28  29]\n"
        " [ 30  31  32  33  34  35  36  37  38  39]\n"
        " [ 40  41  42  43  44  45  46  47  48  49]\n"
        " [ 50  51  52  53  54  55  56  57  58  59]\n"
        " [ 60  61  62  63  64  65  66  67  68  69]\n"
        " [ 70  71  72  73  74  75  76  77  78  79]\n"
        " [ 80  81  82  83  84  85  86  87  88  89]\n"
        " [ 90  91  92  93  94  95  96  97  98  99]\n"
        " [100 101 102 103 104 105 106 107 108 109]\n"
        " [110 111 112 113 114 115 116 117 118 119]\n"
        " [120 121 122 123 124 125 126 127 128 129]\n"
        " [130 131 132 133 134 135 136 137 138 139]\n"
        " [140 141 142 143 144 145 146 147 148 149]\n"
        " [150 151 152 153 154 155 156 157 158 159]\n"
        " [160 161 162 163 164 165 166 167 168 169]\n"
        " [170 171 172 173 174 175 176 177 178 179]\n"
        " [180 181 182 183 184 185 186 187 188 189]\n"
        " [190 191 192 193 194 195 196 197 198 199]\n"
        " [200 201 202 203 204 205 206 207 208 209]\n"
        " [210 211 212 213 214 215 216 217 218 219]\n"
        " [220 221 222 223 224 225 226 227 228 229]\n"
        " [230 231 232 233 234 235 236 237 238 239]\n"
        " [240 241 242 243 244 245 246 247 248 249]\n"
        " [250 251 252 253 254 255 256 257 258 259]\n"
        " [260 261 262 263 264 265 266 267 268 269]\n"
        " [270 271 272 273 274 275 276 277 278 279]\n"
        " [280 281 282 283 284 285 286 287 288 289]\n"
        " [290 291 292 293 294 295 296 297 298 299]\n"
        " [300 301 302 303 304 305 306 307 308 309]\n"
        " [310 311 312 313 314 315 316 317 318 319]\n"
        " [320 321 322 323 324 325 326 327 328 329]\n"
        " [330 331 332 333 334 335 336 337 338 339]\n"
        " [340 341 342 343 344 345 346 347 348 349]\n"
        " [350 351 352 353 354 355 356 357 358 359]\n"
        " [360 361 362 363 364 365 366 367 368 369]\n"
        " [370 371 372 373 374 375 376 377 378 379]\n"
        " [380 381 382 383 384 385 386 387 388 389]\n"
        " [390 391 392 393 394 395 396 397 398 399]\n"
        " [400 401 402 403 404 405 406 407 408 409]\n"
        " [410 411 412 413 414 415 416 417 418 419]\n"
        " [420 421 422 423 424 425 426 427 428 429]\n"
        " [430 431 432 433 434 435 436 437 438 439]\n"
        " [440 441 442 443 444 445 446 447 448 449]\n"
        " [450 451 452 453 454 455 456 457 458 459]\n"
        " [460 461 462 463 464 465 466 467 468 469]\n"
        " [470 471 472 473 474 475 476 477 478 479]\n"
        " [480 481 482 483 484 485 486 487 488 489]\n"
        " [490 491 492 493 494 495 496 497 498 499]\n"
        " [500 501 502 503 504 505 506 507 508 509]\n"
        " [510 511 512 513 514 515 516 517 518 519]\n"
        " [520 521 522 523 524 525 526 527 528 529]\n"
        " [530 531 532 533 534 535 536 537 538 539]\n"
        " [540 541 542 543 544 545 546 547 548 549]\n"
        " [550 551 552 553 554 555 556 557 558 559]\n"
        " [560 561 562 563 564 565 566 567 568 569]\n"
        " [570 571 572 573 574 575 576 577 578 579]\n"
        " [580 581 582 583 584 585 586 587 588 589]\n"
        " [590 591 592 593 594 595 596 597 598 599]\n"
        " [600 601 602 603 604 605 606 607 608 609]\n"
        " [610 611 612 613 614 615 616 617 618 619]\n"
        " [620 621 622 623 624 625 626 627 628 629]\n"
        " [630 631 632 633 634 635 636 637 638 639]\n"
        " [640 641 642 643 644 645 646 647 648 649]\n"
        " [650 651 652 653 654 655 656 657 658 659]\n"
        " [660 661 662 663 664 665 666 667 668 669]\n"
        " [670 671 672 673 674 675 676 677 678 679]\n"
        " [680 681 682 683 684 685 686 687 688 689]\n"
        " [690 691 692 693 694 695 696 697 698 699]\n"
        " [700 701 702 703 704 705 706 707 708 709]\n"
        " [710 711 712 713 714 715 716 717 718 719]\n"
        " [720 721 722 723 724 725 726 727 728 729]\n"
        " [730 731 732 733 734 735 736 737 738 739]\n"
        " [740 741 742 743 744 745 746 747 748 749]\n"
        " [750 751 752 753 754 755 756 757 758 759]\n"
        " [760 761 762 763 764 765 766 767 768 769]\n"
        " [770 771 772 773 774 775 776 777 778 779]\n"
        " [780 781 782 783 784 785 786 787 788 789]\n"
        " [790 791 792 793 794 795 796 797 798 799]\n"
        " [800 801 802 803 804 805 806 807 808 809]\n"
        " [810 811 812 813 814 815 816 817 818 819]\n"
        " [820 821 822 823 824 825 826 827 828 829]\n"
        " [830 831 832 833 834 835 836 837 838 839]\n"
        " [840 841 842 843 844 845 846 847 848 849]\n"
        " [850 851 852 853 854 855 856 857 858 859]\n"
        " [860 861 862 863 864 865 866 867 868 869]\n"
        " [870 871 872 873 874 875 876 877 878 879]\n"
        " [880 881 882 883 884 885 886 887 888 889]\n"
        " [890 891 892 893 894 895 896 897 898 899]\n"
        " [900 901 902 903 904 905 906 907 908 909]\n"
        " [910 911 912 913 914 915 916 917 918 919]\n"
        " [920 921 922 923 924 925 926 927 928 929]\n"
        " [930 931 932 933 934 935 936 937 938 939]\n"
        " [940 941 942 943 944 945 946 947 948 949]\n"
        " [950 951 952 953 954 955 956 957 958 959]\n"
        " [960 961 962 963 964 965 966 967 968 969]\n"
        " [970 971 972 973 974 975 976 977 978 979]\n"
        " [980 981 982 983 984 985 986 987 988 989]\n"
        " [990 991 992 993 994 995 996 997 998 999]]"},
    {"CutAboveTheThreshold", [] { return cs::to_string(cs::arange<std::int64_t>(1001)); },
        "[   0    1    2 ...  998  999 1000]"},
    {"CutTable", [] { return cs::to_string(cs::arange<std::int64_t>(10000).reshape({100, 100})); },
        "[[   0    1    2 ...   97   98   99]\n"
        " [ 100  101  102 ...  197  198  199]\n"
        " [ 200  201  202 ...  297  298  299]\n"
        " ...\n"
        " [9700 9701 9702 ... 9797 9798 9799]\n"
        " [9800 9801 9802 ... 9897 9898 9899]\n"
        " [9900 9901 9902 ... 9997 9998 9999]]"},
    {"ShortAxesAreNotCut", [] { return cs::to_string(cs::arange<std::int64_t>(1200).reshape({200, 6})); },
        "[[   0    1    2    3    4    5]\n"
        " [   6    7    8    9   10   11]\n"
        " [  12   13   14   15   16   17]\n"
        " ...\n"
        " [1182 1183 1184 1185 1186 1187]\n"
        " [1188 1189 1190 1191 1192 1193]\n"
        " [1194 1195 1196 1197 1198 1199]]"},
    {"CutAxisOfSeven", [] { return cs::to_string(cs::arange<std::int64_t>(1400).reshape({200, 7})); },
        "[[   0    1    2 ...    4    5    6]\n"
        " [   7    8    9 ...   11   12   13]\n"
        " [  14   15   16 ...   18   19   20]\n"
        " ...\n"
        " [1379 1380 1381 ... 1383 1384 1385]\n"
        " [1386 1387 1388 ... 1390 1391 1392]\n"
        " [1393 1394 1395 ... 1397 1398 1399]]"},
    {"CutRankThree", [] { return cs::to_string(cs::arange<std::int64_t>(1000000).reshape({100, 100, 100})); },
        "[[[     0      1      2 ...     97     98     99]\n"
        "  [   100    101    102 ...    197    198    199]\n"
        "  [   200    201    202 ...    297    298    299]\n"
        "  ...\n"
        "  [  9700   9701   9702 ...   9797   9798   9799]\n"
        "  [  9800   9801   9802 ...   9897   9898   9899]\n"
        "  [  9900   9901   9902 ...   9997   9998   9999]]\n"
        "\n"
        " [[ 10000  10001  10002 ...  10097  10098  10099]\n"
        "  [ 10100  10101  10102 ...  10197  10198  10199]\n"
        "  [ 10200  10201  10202 ...  10297  10298  10299]\n"
        "  ...\n"
        "  [ 19700  19701  19702 ...  19797  19798  19799]\n"
        "  [ 19800  19801  19802 ...  19897  19898  19899]\n"
        "  [ 19900  19901  19902 ...  19997  19998  19999]]\n"
        "\n"
        " [[ 20000  20001  20002 ...  20097  20098  20099]\n"
        "  [ 20100  20101  20102 ...  20197  20198  20199]\n"
        "  [ 20200  20201  20202 ...  20297  20298  20299]\n"
        "  ...\n"
        "  [ 29700  29701  29702 ...  29797  29798  29799]\n"
        "  [ 29800  29801  29802 ...  29897  29898  29899]\n"
        "  [ 29900  29901  29902 ...  29997  29998  29999]]\n"
        "\n"
        " ...\n"
        "\n"
        " [[970000 970001 970002 ... 970097 970098 970099]\n"
        "  [970100 970101 970102 ... 970197 970198 970199]\n"
        "  [970200 970201 970202 ... 970297 970298 970299]\n"
        "  ...\n"
        "  [979700 979701 979702 ... 979797 979798 979799]\n"
        "  [979800 979801 979802 ... 979897 979898 979899]\n"
        "  [979900 979901 979902 ... 979997 979998 979999]]\n"
        "\n"
        " [[980000 980001 980002 ... 980097 980098 980099]\n"
        "  [980100 980101 980102 ... 980197 980198 980199]\n"
        "  [980200 980201 980202 ... 980297 980298 980299]\n"
        "  ...\n"
        "  [989700 989701 989702 ... 989797 989798 989799]\n"
        "  [989800 989801 989802 ... 989897 989898 989899]\n"
        "  [989900 989901 989902 ... 989997 989998 989999]]\n"
        "\n"
        " [[990000 990001 990002 ... 990097 990098 990099]\n"
        "  [990100 990101 990102 ... 990197 990198 990199]\n"
        "  [990200 990201 990202 ... 990297 990298 990299]\n"
        "  ...\n"
        "  [999700 999701 999702 ... 999797 999798 999799]\n"
        "  [999800 999801 999802 ... 999897 999898 999899]\n"
        "  [999900 999901 999902 ... 999997 999998 999999]]]"},
    {"CutFloats", [] { return cs::to_string(cs::linspace(0.0f, 1.0f, 2001)); },
        "[0.000e+00 5.000e-04 1.000e-03 ... 9.990e-01 9.995e-01 1.000e+00]"},
    {"OnlyTheEdgesChooseTheForm", [] { return cs::to_string(edges_are_small()); },
        "[1.5 1.5 1.5 ... 1.5 1.5 1.5]"},
    {"ManyShortAxes", [] { return cs::to_string(cs::arange<std::int64_t>(1024).reshape({4, 4, 4, 16})); },
        "[[[[   0    1    2 ...   13   14   15]\n"
        "   [  16   17   18 ...   29   30   31]\n"
        "   [  32   33   34 ...   45   46   47]\n"
        "   [  48   49   50 ...   61   62   63]]\n"
        "\n"
        "  [[  64   65   66 ...   77   78   79]\n"
        "   [  80   81   82 ...   93   94   95]\n"
        "   [  96   97   98 ...  109  110  111]\n"
        "   [ 112  113  114 ...  125  126  127]]\n"
        "\n"
        "  [[ 128  129  130 ...  141  142  143]\n"
        "   [ 144  145  146 ...  157  158  159]\n"
        "   [ 160  161  162 ...  173  174  175]\n"
        "   [ 176  177  178 ...  189  190  191]]\n"
        "\n"
        "  [[ 192  193  194 ...  205  206  207]\n"
        "   [ 208  209  210 ...  221  222  223]\n"
        "   [ 224  225  226 ...  237  238  239]\n"
        "   [ 240  241  242 ...  253  254  255]]]\n"
        "\n"
        "\n"
        " [[[ 256  257  258 ...  269  270  271]\n"
        "   [ 272  273  274 ...  285  286  287]\n"
        "   [ 288  289  290 ...  301  302  303]\n"
        "   [ 304  305  306 ...  317  318  319]]\n"
        "\n"
        "  [[ 320  321  322 ...  333  334  335]\n"
        "   [ 336  337  338 ...  349  350  351]\n"
        "   [ 352  353  354 ...  365  366  367]\n"
        "   [ 368  369  370 ...  381  382  383]]\n"
        "\n"
        "  [[ 384  385  386 ...  397  398  399]\n"
        "   [ 400  401  402 ...  413  414  415]\n"
        "   [ 416  417  418 ...  429  430  431]\n"
        "   [ 432  433  434 ...  445  446  447]]\n"
        "\n"
        "  [[ 448  449  450 ...  461  462  463]\n"
        "   [ 464  465  466 ...  477  478  479]\n"
        "   [ 480  481  482 ...  493  494  495]\n"
        "   [ 496  497  498 ...  509  510  511]]]\n"
        "\n"
        "\n"
        " [[[ 512  513  514 ...  525  526  527]\n"
        "   [ 528  529  530 ...  541  542  543]\n"
        "   [ 544  545  546 ...  557  558  559]\n"
        "   [ 560  561  562 ...  573  574  575]]\n"
        "\n"
        "  [[ 576  577  578 ...  589  590  591]\n"
        "   [ 592  593  594 ...  605  606  607]\n"
        "   [ 608  609  610 ...  621  622  623]\n"
        "   [ 624  625  626 ...  637  638  639]]\n"
        "\n"
        "  [[ 640  641  642 ...  653  654  655]\n"
        "   [ 656  657  658 ...  669  670  671]\n"
        "   [ 672  673  674 ...  685  686  687]\n"
        "   [ 688  689  690 ...  701  702  703]]\n"
        "\n"
        "  [[ 704  705  706 ...  717  718  719]\n"
        "   [ 720  721  722 ...  733  734  735]\n"
        "   [ 736  737  738 ...  749  750  751]\n"
        "   [ 752  753  754 ...  765  766  767]]]\n"
        "\n"
        "\n"
        " [[[ 768  769  770 ...  781  782  783]\n"
        "   [ 784  785  786 ...  797  798  799]\n"
        "   [ 800  801  802 ...  813  814  815]\n"
        "   [ 816  817  818 ...  829  830  831]]\n"
        "\n"
        "  [[ 832  833  834 ...  845  846  847]\n"
        "   [ 848  849  850 ...  861  862  863]\n"
        "   [ 864  865  866 ...  877  878  879]\n"
        "   [ 880  881  882 ...  893  894  895]]\n"
        "\n"
        "  [[ 896  897  898 ...  909  910  911]\n"
        "   [ 912  913  914 ...  925  926  927]\n"
        "   [ 928  929  930 ...  941  942  943]\n"
        "   [ 944  945  946 ...  957  958  959]]\n"
        "\n"
        "  [[ 960  961  962 ...  973  974  975]\n"
        "   [ 976  977  978 ...  989  990  991]\n"
        "   [ 992  993  994 ... 1005 1006 1007]\n"
        "   [1008 1009 1010 ... 1021 1022 1023]]]]"},
    {"Complex", [] { return cs::to_string(complexes<float>({{1.0, 2.0}, {-0.5, -1.0}, {0.0, 0.0}})); },
        "[ 1. +2.j -0.5-1.j  0. +0.j]"},
    {"ComplexDoubles", [] { return cs::to_string(complexes<double>({{0.3333333333333333, 1e-09}, {2.0, -1.0}})); },
        "[0.33333333+1.e-09j 2.        -1.e+00j]"},
    {"ComplexNotFinite", [] { return cs::to_string(complexes<double>({{nan, inf}, {1.0, -inf}})); },
        "[nan+infj  1.-infj]"},
    {"RankZeroComplex", [] { return cs::to_string(cs::array<cs::complex<float>>({{1.5, -2.0}}, cs::shape{})); },
        "(1.5-2j)"},
    {"RankZeroImaginary", [] { return cs::to_string(cs::array<cs::complex<double>>({{0.0, 2.0}}, cs::shape{})); },
        "2j"},
    {"RankZeroComplexNegativeZero", [] { return cs::to_string(cs::array<cs::complex<double>>({{-0.0, 1.0}}, cs::shape{})); },
        "(-0+1j)"},
    {"RankZeroComplexHuge", [] { return cs::to_string(cs::array<cs::complex<float>>({{1000000.0, nan}}, cs::shape{})); },
        "(1e+06+nanj)"},
    {"Halves", [] { return cs::to_string(halves({0.1, 0.3333333333333333, 2.0})); },
        "[0.1    0.3333 2.    ]"},
    {"LargeHalves", [] { return cs::to_string(halves({65504.0, 1000.0, 1.0})); },
        "[6.55e+04 1.00e+03 1.00e+00]"},
    {"HalvesBelowAThousand", [] { return cs::to_string(halves({999.0, 1.0})); },
        "[999.   1.]"},
    {"TheSmallestHalf", [] { return cs::to_string(halves({6e-08, 1.0})); },
        "[6.e-08 1.e+00]"},
    {"HalfTie", [] { return cs::to_string(halves({0.015625, 0.5})); },
        "[0.01563 0.5    ]"},
    {"RankZeroHalf", [] { return cs::to_string(halves({1000.0}).reshape({})); },
        "1e+03"},
};
// clang-format on

class NumPy : public testing::TestWithParam<golden> {};

TEST_P(NumPy, PrintsTheSame) { EXPECT_EQ(GetParam().text(), GetParam().expected); }

INSTANTIATE_TEST_SUITE_P(Print, NumPy, testing::ValuesIn(goldens),
                         [](const auto& each) { return std::string(each.param.name); });

TEST(Print, TheSmallTypesHaveTheirOwnFewestDigits) {
    EXPECT_EQ(cs::to_string(rounded<cs::bfloat16>({0.1, 1.0 / 3, 2})), "[0.1   0.334 2.   ]");
    EXPECT_EQ(cs::to_string(rounded<cs::bfloat16>({99.5, 1})), "[99.5  1. ]");
    EXPECT_EQ(cs::to_string(rounded<cs::bfloat16>({100, 1})), "[1.e+02 1.e+00]");
    EXPECT_EQ(cs::to_string(rounded<cs::bfloat16>({2.5}).reshape({})), "2.5");
}

TEST(Print, EveryFiniteHalfAndBfloat16ReadsBackFromItsDigits) {
    const auto check = []<class T>(T) {
        for (unsigned bits = 0; bits < 0x8000; ++bits) {
            const T x = T::from_bits(static_cast<unsigned short>(bits));
            if (!cs::detail::is_finite_number(x)) continue;
            const cs::detail::decimal digits = cs::detail::shortest_decimal(x);
            const std::string text = "0." + digits.digits + "e" + std::to_string(digits.exponent + 1);
            ASSERT_EQ(T(std::stod(text)).bits(), x.bits()) << text;
            ASSERT_LE(digits.digits.size(), 5u);
        }
    };
    check(cs::half{});
    check(cs::bfloat16{});
}

TEST(Print, AnArrayThatOwnsNothingIsEmpty) { EXPECT_EQ(cs::to_string(cs::device_array<float>()), "[]"); }

TEST(Print, AViewShowsItsElementsInItsOwnOrder) {
    const auto a = cs::arange(6).reshape({2, 3});
    EXPECT_EQ(cs::to_string(a.transpose()), "[[0 3]\n [1 4]\n [2 5]]");
    EXPECT_EQ(cs::to_string(a(1, cs::slice(cs::none, cs::none, -2))), "[5 3]");
    EXPECT_EQ(cs::to_string(a(1, 1)), "4");
}

TEST(Print, AViewIsCutInItsOwnOrder) {
    const auto a = cs::arange(2000);
    EXPECT_EQ(cs::to_string(a(cs::slice(cs::none, cs::none, -1))), "[1999 1998 1997 ...    2    1    0]");
    EXPECT_EQ(cs::to_string(a.reshape({2, 1000}).transpose()),
              "[[   0 1000]\n [   1 1001]\n [   2 1002]\n ...\n [ 997 1997]\n [ 998 1998]\n [ 999 1999]]");
}

TEST(Print, AnExpressionIsEvaluatedFirst) {
    const auto a = cs::arange(3);
    EXPECT_EQ(cs::to_string(a * 2 + 1), "[1 3 5]");
    EXPECT_EQ(cs::to_string(cs::arange(1001) * 2), "[   0    2    4 ... 1996 1998 2000]");
}

TEST(Print, OnlyTheEdgesOfALargeArrayAreCopied) {
    // As a whole it would not fit into any memory.
    const auto one = cs::array({7}).reshape({1, 1});
    EXPECT_EQ(cs::to_string(cs::broadcast_to(one, {cs::index_t{1} << 40, 1000})),
              "[[7 7 7 ... 7 7 7]\n [7 7 7 ... 7 7 7]\n [7 7 7 ... 7 7 7]\n ...\n"
              " [7 7 7 ... 7 7 7]\n [7 7 7 ... 7 7 7]\n [7 7 7 ... 7 7 7]]");
}

TEST(Print, PrintingLeavesNoMemoryBehind) {
    const auto a = cs::arange(5000);
    const auto before = cs::detail::statistics().live_bytes;
    EXPECT_FALSE(cs::to_string(a).empty());
    EXPECT_EQ(cs::detail::statistics().live_bytes, before);
}

TEST(Print, StreamsTakeArraysAndIntegersStillShift) {
    auto a = cs::arange(3);
    std::ostringstream out;
    out << a << ' ' << a.view() << ' ' << a + 1;
    EXPECT_EQ(out.str(), "[0 1 2] [0 1 2] [1 2 3]");
    EXPECT_EQ(cs::to_string(a << 1), "[0 2 4]");
}

struct particle {
    float mass;
};
template <class Source>
concept has_text = requires(const Source& source) {
    to_string(source);
};

TEST(Print, StructsOfUsersHaveNoText) {
    static_assert(has_text<cs::device_array<float>>);
    static_assert(!has_text<cs::device_array<particle>>);
}

}  // namespace
